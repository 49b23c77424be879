import { parentIdOf } from '../answers/field-name.ts';
import { atValue, type Fault, type Path } from '../fault.ts';
import { nearest } from '../nearest.ts';
import { defined, own } from '../plain.ts';
import type { Field, Resource } from '../schema.ts';
import { shown } from '../shown.ts';
import { memberNames } from './rows.ts';
import { resourcesOf, type Subject } from './subject.ts';

const incomparable = new Set<string>(['text', 'json', 'binary', 'array', 'object']);

/** Lists of fields that are unique together name fields whose values an index can hold. */
export function uniqueFaults(subject: Subject): Fault[] {
  return resourcesOf(subject).flatMap(([name, resource]) => {
    const names = memberNames(subject, name);
    const known = resource.parent === undefined ? names : [...names, parentIdOf(resource.parent)];
    return (resource.unique ?? []).flatMap((list, position) =>
      list.flatMap((field, place) =>
        memberFault(resource, known, field, ['resources', name, 'unique', position, place]),
      ),
    );
  });
}

function memberFault(
  resource: Resource,
  known: readonly string[],
  name: string,
  path: Path,
): Fault[] {
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
