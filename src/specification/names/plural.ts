import { pluralize, singularize } from 'inflection';

/** Where the library's rules go wrong, or would suggest a word that nobody uses. */
const irregular: Readonly<Record<string, string>> = {
  atlas: 'atlases',
  bias: 'biases',
  census: 'censuses',
  chassis: 'chassis',
  circus: 'circuses',
  corps: 'corps',
  data: 'data',
  dns: 'dns',
  gas: 'gases',
  gps: 'gps',
  hero: 'heroes',
  lens: 'lenses',
  media: 'media',
  metadata: 'metadata',
  pancreas: 'pancreases',
  sms: 'sms',
  status: 'statuses',
};

/** The plural of a noun in kebab-case; of a hyphenated one the last word changes: `shipping-label` → `shipping-labels`. */
export function pluralOf(singular: string): string {
  const [rest, last] = lastWord(singular);
  return rest + (irregular[last] ?? pluralize(last));
}

/** The singular that a name is the plural of; undefined where the name is, or may well be, a singular itself. */
export function singularOf(name: string): string | undefined {
  const [rest, last] = lastWord(name);
  if (Object.hasOwn(irregular, last)) return undefined;
  const known = Object.entries(irregular).find(([, plural]) => plural === last);
  if (known !== undefined) return rest + known[0];
  const singular = singularize(last);
  return singular !== last && pluralize(singular) === last ? rest + singular : undefined;
}

function lastWord(name: string): [rest: string, last: string] {
  const start = name.lastIndexOf('-') + 1;
  return [name.slice(0, start), name.slice(start)];
}
