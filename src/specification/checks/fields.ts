import type { Issue, IssueDetails, Path } from '../issue.ts';
import type { Field } from '../schema.ts';
import { deprecatedValueIssues } from './deprecations.ts';
import { flagIssues, replacementIssues } from './field-flags.ts';
import { shapeIssues } from './field-shape.ts';
import { valueIssues } from './field-values.ts';
import { indexIssues } from './indexes.ts';
import { sitesOf, type Site } from './sites.ts';
import { fieldNames, resourcesOf, type CheckContext } from './check-context.ts';

export interface FieldReport {
  readonly issues: Issue[];
  /** Fields of which values cannot be checked, because their own description has an issue. */
  readonly unclear: ReadonlySet<Field>;
}

/** Everything that is wrong with fields, apart from their names and what they refer to. */
export function fieldIssues(
  context: CheckContext,
  validatePattern: (pattern: string) => IssueDetails | undefined,
): FieldReport {
  const unclear = new Set<Field>();
  const issues = resourcesOf(context).flatMap(([name, resource]) => {
    const siblings = fieldNames(context, name);
    return Object.entries(resource.fields).flatMap(([key, field]) => {
      const path = ['resources', name, 'fields', key];
      const sites = sitesOf(field, path);
      const shape = sites.flatMap((site) => shapeIssues(site, validatePattern));
      if (shape.length > 0) unclear.add(field);
      const values = shape.length > 0 ? [] : sites.flatMap(valueIssues);
      const index = shape.length > 0 ? [] : indexIssues(field, path);
      return shape.concat(
        flagIssues(field, path),
        replacementIssues(field, path, siblings),
        sites.flatMap(memberReplacements),
        sites.flatMap(deprecatedValueIssues),
        values,
        index,
      );
    });
  });
  return { issues, unclear };
}

/** A member that takes the place of a deprecated one exists beside it. */
export function memberReplacements({ path, field }: Site): Issue[] {
  if (field.type !== 'object') return [];
  const siblings = Object.keys(field.fields);
  return Object.entries(field.fields).flatMap(([name, member]) => {
    const place: Path = [...path, 'fields', name];
    return replacementIssues(member, place, siblings);
  });
}
