import { squash } from '../names.ts';
import type { NamedCollection } from '../paths/name-collections.ts';

/** What names of references end with. */
const endings = ['id', 'uuid', 'guid', 'sid'];
/** Types of what may identify a row. */
const identifying = new Set<unknown>(['string', 'integer', 'uuid', 'long']);

/** The resource that a field refers to by its name: `customerId`, where there is a resource `customer`. */
export function referredTo(
  name: string,
  type: unknown,
  collections: readonly NamedCollection[],
): NamedCollection | undefined {
  if (!identifying.has(type)) return undefined;
  const key = squash(name);
  return collections.find((each) => endings.some((ending) => key === squash(each.name) + ending));
}
