import { parentIdOf } from '../validators/field-name.ts';
import { atValue, type Issue, type Path } from '../issue.ts';
import { own } from '../plain.ts';
import { resolveField } from '../resolve/field.ts';
import { resolveValue } from '../resolve/values.ts';
import type { Resource } from '../schema.ts';
import { canonical } from '../values/json.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * What is unique differs between the examples of a resource. A row without a value does not count.
 *
 * @param within fields that attribute rules are about: a value is unique among the rows that exist together
 */
export function uniqueExampleIssues(
  resource: Resource,
  path: Path,
  within: readonly string[],
): Issue[] {
  const single = Object.entries(resource.fields)
    .filter(([, field]) => 'unique' in field && field.unique === true)
    .map(([name]) => [name]);
  return [...single, ...(resource.unique ?? [])].flatMap((names) => {
    const rows = new Map<string, number>();
    return (resource.examples ?? []).flatMap((row, position) => {
      const values = names.map((name) => valueOf(resource, row, name));
      if (values.some((value) => value === undefined || value === null)) return [];
      const key = canonical([...within.map((name) => valueOf(resource, row, name)), ...values]);
      const other = rows.get(key);
      rows.set(key, other ?? position);
      if (other === undefined) return [];
      const message = `the same ${names.join(' and ')} as in example ${other + 1}, and it is unique`;
      const written = names.find((name) => Object.hasOwn(row, name)) ?? names[0] ?? '';
      return [atValue([...path, position, written], { code: 'not-unique', message })];
    });
  });
}

/** The value as it is compared: decimals by their value, references and the parent by the row, 1 where none is given. */
function valueOf(resource: Resource, row: Row, name: string): unknown {
  const { parent } = resource;
  const field = own(resource.fields, name);
  if (field === undefined) {
    return parent !== undefined && name === parentIdOf(parent) ? (row[parent] ?? 1) : undefined;
  }
  const value = own(row, name);
  if (field.type === 'reference') return value ?? (field.required === true ? 1 : undefined);
  if (value === undefined) return 'default' in field ? field.default : undefined;
  return resolveValue(resolveField(field), value);
}
