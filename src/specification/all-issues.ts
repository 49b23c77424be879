import { semanticIssues } from './checks/all.ts';
import type { Issue } from './issue.ts';
import { isMapping } from './plain.ts';
import { otherDocument } from './other-document.ts';
import { shown } from './shown.ts';
import { structureIssues } from './structure/check.ts';
import { validPart } from './structure/valid-part.ts';
import { structureErrors } from './structure/validator.ts';

/** Everything that is wrong with a value as a specification: its structure, and the rules on what of it is sound. */
export function valueIssues(value: unknown): Issue[] {
  const other = isMapping(value) ? otherDocument(value) : undefined;
  if (other !== undefined) {
    return [{ path: [other.key], at: 'key', code: 'other-document', message: other.message }];
  }
  if (isMapping(value)) {
    const errors = structureErrors(value);
    const valid = validPart(value, errors);
    return structureIssues(value, errors).concat(semanticIssues({ valid, raw: value }));
  }
  const message =
    value === null || value === undefined
      ? 'the file is empty; it needs at least the sections service and resources'
      : `the file holds ${shown(value)} and not a mapping of sections`;
  return [{ path: [], at: 'value', code: 'not-a-mapping', message }];
}
