import { pluralOf } from '../../specification/index.ts';
import { camelCaseOf } from '../../specification/names/casing.ts';
import { own } from '../../specification/plain.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';

/** The path of a resource's collection: `/orders/{orderId}/items`. */
export function pathOf(draft: Draft, name: string): string {
  const collections = ancestry(draft, name).map(
    (each) => own(draft.resources, each)?.plural ?? pluralOf(each),
  );
  const parents = ancestry(draft, name).slice(0, -1);
  const above = parents.map((each, index) => `/${collections[index]}/{${camelCaseOf(each)}Id}`);
  return printable(`${above.join('')}/${collections.at(-1)}`);
}

/** The parents of a resource, outermost first, and the resource itself. */
function ancestry(draft: Draft, name: string): string[] {
  const line = [name];
  for (;;) {
    const parent = own(draft.resources, line[0] ?? '')?.parent;
    if (parent === undefined || line.includes(parent)) return line;
    line.unshift(parent);
  }
}
