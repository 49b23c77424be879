import { sections, type Specification } from './schema.ts';
import { modeline } from './write/modeline.ts';
import { render } from './write/render.ts';

/**
 * A specification as a new file: sections in the order of the nine parts, an empty line between them, and every field on
 * a line of its own as long as it fits. Reading it gives the same specification.
 */
export function writeSpecification(specification: Specification): string {
  const known: readonly string[] = sections;
  const rank = (key: string) => (known.includes(key) ? known.indexOf(key) : known.length);
  const parts = Object.entries(specification)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([key, value]) => render({ [key]: value }, []));
  return `${modeline}\n${parts.join('\n')}`;
}
