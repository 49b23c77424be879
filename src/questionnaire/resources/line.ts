import { own } from '../../specification/plain.ts';
import { problemOf } from '../checking.ts';
import { withResource, type Draft } from '../draft.ts';
import { lineProblem, withTyped } from '../fields/loop.ts';
import { readFields } from '../shorthand/read.ts';
import { nameProblem, withParent } from './identity.ts';

/** A resource as it stands on one line: `loan --parent member due:date! book:reference`. */
export interface ResourceLine {
  readonly name: string;
  /** Undefined: it stays as it is. */
  readonly parent: string | undefined;
  readonly fields: readonly string[];
}

/** The specification with a resource added or changed, or every mistake of the line. */
export function withResourceLine(
  draft: Draft,
  { name, parent, fields }: ResourceLine,
): { readonly ok: true; readonly draft: Draft } | { readonly ok: false; readonly problem: string } {
  const isNew = own(draft.resources, name) === undefined;
  const refused = (problem: string) => ({ ok: false as const, problem });
  const wrongName = isNew ? nameProblem(draft, name) : undefined;
  if (wrongName !== undefined) return refused(wrongName);
  const begun = isNew ? withResource(draft, name, { fields: {} }) : draft;
  const placed = parent === undefined ? begun : withParent(begun, name, parent);
  const wrongParent = problemOf(begun, placed);
  if (wrongParent !== undefined) return refused(wrongParent);
  const line = fields.join(' ');
  const wrongFields = line === '' && !isNew ? undefined : lineProblem(placed, name, line);
  if (wrongFields !== undefined) return refused(wrongFields);
  const typed = readFields(line).reduce((sofar, each) => withTyped(sofar, name, each), placed);
  return { ok: true, draft: typed };
}
