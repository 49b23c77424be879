import { object, type DocumentedOperation } from './document.ts';
import { valueOf, type Scene } from './values.ts';

const jsonApi = 'application/vnd.api+json';

/**
 * A query of documented parameters, with its question mark; empty where it has none.
 *
 * @param accept the media type that is asked for: JSON:API has names of its own
 */
export function queryOf(
  scene: Scene,
  { queryParameters }: DocumentedOperation,
  accept: string,
): string {
  const { random } = scene;
  if (random.chance(0.4)) return '';
  const isOfJsonApi = (name: string) => /^(page|filter)\[/.test(name);
  const permitted = queryParameters.filter(({ name }) => {
    const hasTwin = queryParameters.some(({ name: other }) =>
      [`page[${name === 'page' ? 'number' : name}]`, twinOf(name)].includes(other),
    );
    return accept === jsonApi ? isOfJsonApi(name) || !hasTwin : !isOfJsonApi(name);
  });
  const chosen = permitted.filter(() => random.chance(2 / permitted.length));
  const pairs = chosen.flatMap(({ name, schema }): [string, string][] => {
    // Only an answer can tell one.
    if (/cursor/.test(name)) return [];
    const value = valueOf(scene, schema, name.replace(/^filter\[(\w+)\].*$/, '$1'));
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    const { maxItems } = object(schema);
    return values
      .map((text) => (accept === jsonApi && name === 'sort' ? minusForm(text) : text))
      .slice(0, typeof maxItems === 'number' ? maxItems : undefined)
      .map((text) => [name, text]);
  });
  const sorted = withoutTwice(pairs);
  const text = sorted
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}

function twinOf(name: string): string {
  const [, member = name, operator = ''] = /^(\w+)(\[\w+\])?$/.exec(name) ?? [];
  return `filter[${member}]${operator}`;
}

/** JSON:API has a minus where others have a word. */
function minusForm(text: string): string {
  const [member = '', direction] = text.split(',');
  return direction === 'desc' ? `-${member}` : member;
}

/** One member cannot be sorted by twice, which no schema says. */
function withoutTwice(pairs: readonly (readonly [string, string])[]) {
  const seen = new Set<string>();
  return pairs.filter(([name, value]) => {
    if (name !== 'sort') return true;
    const [member = ''] = value.replace(/^-/, '').split(',');
    if (seen.has(member)) return false;
    seen.add(member);
    return true;
  });
}
