import { editSpecification, editsBetween } from '../specification/edit.ts';
import { readable } from '../specification/edit/readable.ts';
import { isMapping } from '../specification/plain.ts';
import type { Kits } from '../specification/kits.ts';
import { withoutMark } from '../specification/yaml/text.ts';

/** The text of a specification that says by itself what its kits said, and names none. */
export function withoutKits(text: string, kits: Kits): string {
  const written = readable(withoutMark(text))?.data;
  if (!isMapping(written)) throw new TypeError('the specification was read before');
  const { value } = kits.apply(written);
  if (!isMapping(value)) throw new TypeError('kits leave a specification a mapping');
  const { kits: _, ...service } = isMapping(value['service']) ? value['service'] : {};
  return editSpecification(text, editsBetween(written, { ...value, service }));
}
