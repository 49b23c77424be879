import { parentIdOf } from '../validators/field-name.ts';
import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, own } from '../plain.ts';
import { resolveFlags } from '../resolve/flags.ts';
import type { Field, Resource } from '../schema.ts';
import { shown } from '../shown.ts';
import { memberNames } from './rows.ts';
import { resourcesOf, type CheckContext } from './check-context.ts';

const incomparable = new Set<string>(['text', 'json', 'binary', 'array', 'object']);

/** Lists of fields that are unique together name fields whose values an index can hold. */
export function uniqueIssues(context: CheckContext): Issue[] {
  return resourcesOf(context).flatMap(([name, resource]) => {
    const names = memberNames(context, name);
    const known = resource.parent === undefined ? names : [...names, parentIdOf(resource.parent)];
    return (resource.unique ?? []).flatMap((list, position) =>
      list.flatMap((field, place) =>
        memberIssue(resource, known, field, ['resources', name, 'unique', position, place]),
      ),
    );
  });
}

/** What must be unique has another value in each row: defaults that clients cannot change leave room for one alone. */
export function fixedIssues(context: CheckContext): Issue[] {
  return resourcesOf(context).flatMap(([name, { fields, unique = [] }]) => {
    const path = ['resources', name];
    const rules = context.valid.authentication?.rules ?? [];
    const ruled = new Set(
      rules.filter(({ resource }) => resource === name).map(({ field }) => field),
    );
    const fixed = new Set(
      Object.keys(fields).filter((key) => isFixed(own(fields, key)) && !ruled.has(key)),
    );
    const alone = Object.entries(fields)
      .filter(([key, field]) => fixed.has(key) && resolveFlags(field).unique)
      .map(([key]) => atKey([...path, 'fields', key, 'default'], onlyRow));
    const together = unique.flatMap((list, position) =>
      list.every((key) => fixed.has(key)) ? [atValue([...path, 'unique', position], onlyRow)] : [],
    );
    return [...alone, ...together];
  });
}

const onlyRow = {
  code: 'contradiction',
  message:
    'every row would begin with the same default, which clients cannot change, so there could be only one row; leave out the default, or unique',
} as const;

/** Whether it has its default for ever, as far as clients go. */
function isFixed(field: Field | undefined): boolean {
  if (field === undefined || !('default' in field) || field.default === null) return false;
  const { readOnly, writableBy } = resolveFlags(field);
  return readOnly || writableBy?.length === 0;
}

function memberIssue(
  resource: Resource,
  known: readonly string[],
  name: string,
  path: Path,
): Issue[] {
  if (!known.includes(name)) return [atValue(path, unknownField(name, known))];
  const field: Field | undefined = own(resource.fields, name);
  if (field === undefined || !incomparable.has(field.type)) return [];
  const message = `${shown(name)} is of the type "${field.type}", whose values are not compared`;
  return [atValue(path, { code: 'not-comparable', message })];
}

/** A name that no field has. */
export function unknownField(name: string, known: readonly string[]) {
  return {
    code: 'unknown-field',
    message: `there is no field ${shown(name)}`,
    found: shown(name),
    allowed: known,
    ...defined({ suggestion: nearest(name, known) }),
  };
}
