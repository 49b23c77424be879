import type { IssueDetails } from '../../specification/issue.ts';
import { nearest } from '../../specification/nearest.ts';
import { defined, own } from '../../specification/plain.ts';
import type {
  ResolvedAddition,
  ResolvedField,
  ResolvedSpecification,
} from '../../specification/index.ts';
import type { Changes } from '../steps/schema.ts';
import { otherOperationOn } from './mentions.ts';

/** Two neighbouring versions, of which the older one gets something that the newer one has. */
export interface Neighbours {
  readonly from: string;
  readonly to: string;
  readonly older: ResolvedSpecification;
  readonly newer: ResolvedSpecification;
  /** The step between them, without what it adds to the older one that has it by now; undefined: nothing differs. */
  readonly changes: Changes | undefined;
  readonly isFrozen: boolean;
}

export type Added =
  | { readonly ok: true; readonly specification: ResolvedSpecification }
  | { readonly ok: false; readonly issue: IssueDetails };

/** The older version with an optional field that the newer one has under the same name, so that its values pass through unchanged. */
export function addField(
  neighbours: Neighbours,
  { resource, field }: Omit<ResolvedAddition, 'parameter'>,
): Added {
  const { older, newer, from } = neighbours;
  const refuse = (issue: IssueDetails): Added => ({ ok: false, issue });
  const is = own(older.resources, resource);
  if (is === undefined) {
    return refuse(
      unknown(
        `version ${from} has no resource "${resource}"`,
        resource,
        Object.keys(older.resources),
      ),
    );
  }
  const now = newerNameOf(resource, neighbours);
  const has = now === undefined ? undefined : own(newer.resources, now);
  const template = has && own(has.fields, field);
  const code = 'not-addable';
  if (Object.hasOwn(is.fields, field)) {
    return refuse({
      code,
      message: `version ${from} has a field "${field}" of "${resource}" already`,
    });
  }
  if (now === undefined || has === undefined || template === undefined) {
    return refuse(missingIn(neighbours, { resource, field }, now));
  }
  const message = whyNot(neighbours, now, field, template);
  if (message !== undefined) return refuse({ code, message });
  const added = inWordsOf(neighbours, template);
  if (added === undefined) {
    const what = `"${field}" refers to something that version ${from} has not`;
    return refuse({ code, message: `${what}, and its clients could not follow it` });
  }
  const fields = { ...is.fields, [field]: added };
  const resources = { ...older.resources, [resource]: { ...is, fields } };
  return { ok: true, specification: { ...older, resources } };
}

/** What the newer version calls a resource of the older one; undefined: it has it no more. */
export function newerNameOf(
  resource: string,
  { newer, changes }: Pick<Neighbours, 'newer' | 'changes'>,
): string | undefined {
  const steps = Object.entries(changes?.resources ?? {});
  const renamed = steps.find(([, { renamedFrom }]) => renamedFrom === resource)?.[0];
  if (renamed !== undefined) return renamed;
  const isOther = own(changes?.resources, resource)?.renamedFrom !== undefined;
  return !isOther && Object.hasOwn(newer.resources, resource) ? resource : undefined;
}

function missingIn(
  { to, newer }: Neighbours,
  { resource, field }: ResolvedAddition,
  now: string | undefined,
): IssueDetails {
  const after = `version ${to}, which comes after it,`;
  if (now === undefined) {
    return { code: 'not-addable', message: `${after} has no resource "${resource}" any more` };
  }
  const wayOut = wayToHave({ to, newer }, 'the field into its resource', `--with ${now}.${field}`);
  const { fields = {} } = own(newer.resources, now) ?? {};
  return unknown(
    `${after} has no field "${field}" of "${now}"; ${wayOut}`,
    field,
    Object.keys(fields),
  );
}

/** Why values of a field cannot pass between the two versions; undefined: they can. */
function whyNot(
  { from, to, newer, changes }: Neighbours,
  resource: string,
  field: string,
  { required, readOnly }: ResolvedField,
): string | undefined {
  if (own(newer.resources, resource)?.historyOf !== undefined) {
    return `the fields of "${resource}" follow from transitions`;
  }
  if (own(newer.states, resource)?.field === field) {
    return `"${field}" is the state of "${resource}" in version ${to}, and states are no optional field`;
  }
  if (required && !readOnly) {
    return `"${field}" is required in version ${to}, and clients of version ${from} do not send it; only an optional field can be added`;
  }
  const operation = otherOperationOn(changes, resource, field);
  if (operation === undefined) return undefined;
  const step = `contracts/${from}-to-${to}.yaml`;
  return operation === 'add'
    ? `${step} fills "${field}" for clients of version ${from}; what the step fills cannot be added to that version`
    : `${step} makes "${field}" of other fields (${operation}); only what passes unchanged can be added`;
}

/** The field as the older version would write it: what it refers to may have another name there, or not be there. */
function inWordsOf(neighbours: Neighbours, field: ResolvedField): ResolvedField | undefined {
  if (field.type === 'array') {
    const items = inWordsOf(neighbours, field.items);
    return items && { ...field, items };
  }
  if (field.type === 'object') {
    const members = Object.entries(field.fields).flatMap(([name, each]) => {
      const member = inWordsOf(neighbours, each);
      return member === undefined ? [] : [[name, member] as const];
    });
    const isWhole = members.length === Object.keys(field.fields).length;
    return isWhole ? { ...field, fields: Object.fromEntries(members) } : undefined;
  }
  if (field.type !== 'reference') return field;
  const to = Object.keys(neighbours.older.resources).find(
    (name) => newerNameOf(name, neighbours) === field.to,
  );
  return to === undefined ? undefined : { ...field, to };
}

/**
 * What makes the newer version have what it lacks.
 *
 * @param written what to write where, if it is the newest version of all
 * @param option of `version extend`, if it is another one
 */
export function wayToHave(
  { to, newer }: Pick<Neighbours, 'to' | 'newer'>,
  written: string,
  option: string,
): string {
  return Object.keys(newer.versioning.versions).at(-1) === to
    ? `write ${written} first`
    : `let that version have it first (resource-service version extend ${to} ${option})`;
}

/** That a name is none of those that there are. */
export function unknown(message: string, name: string, allowed: readonly string[]): IssueDetails {
  return {
    code: 'not-addable',
    message,
    found: name,
    allowed,
    ...defined({ suggestion: nearest(name, allowed) }),
  };
}
