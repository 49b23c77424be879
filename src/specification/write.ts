import { sections, serviceWideKeys, type Specification } from './schema.ts';
import { modeline } from './write/modeline.ts';
import { render } from './write/render.ts';

/**
 * A specification as a new file: sections in the order of the nine parts, an empty line between them, what holds for all
 * endpoints before those of the resources, and every field on a line of its own as long as it fits. Reading it gives the
 * same specification.
 */
export function writeSpecification(specification: Specification): string {
  const { endpoints } = specification;
  const ordered = { ...specification, endpoints: endpoints && inOrder(endpoints, serviceWideKeys) };
  const parts = Object.entries(inOrder(ordered, sections))
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => render({ [key]: value }, []));
  return `${modeline}\n${parts.join('\n')}`;
}

/** The mapping with these keys first; the others follow as they are. */
function inOrder(mapping: object, first: readonly string[]): Record<string, unknown> {
  const rank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length);
  return Object.fromEntries(Object.entries(mapping).sort(([a], [b]) => rank(a) - rank(b)));
}
