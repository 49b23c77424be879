import type { ResolvedField } from '../../specification/index.ts';
import { mapValues } from '../../specification/plain.ts';

/**
 * The field in another version, where the resources that it refers to have other names.
 *
 * @param renamed what that version calls a resource
 */
export function referringTo(
  field: ResolvedField,
  renamed: (name: string) => string,
): ResolvedField {
  switch (field.type) {
    case 'reference':
      return { ...field, to: renamed(field.to) };
    case 'array':
      return { ...field, items: referringTo(field.items, renamed) };
    case 'object':
      return { ...field, fields: mapValues(field.fields, (each) => referringTo(each, renamed)) };
    default:
      return field;
  }
}
