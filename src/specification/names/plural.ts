import { pluralize, singularize } from 'inflection';
import { own } from '../plain.ts';

/** Where the library's rules go wrong in one direction or the other. */
const irregular: Readonly<Record<string, string>> = {
  adhesive: 'adhesives',
  alumnus: 'alumni',
  analysis: 'analyses',
  aquarium: 'aquariums',
  atlas: 'atlases',
  axe: 'axes',
  axis: 'axes',
  base: 'bases',
  bias: 'biases',
  brownie: 'brownies',
  buzz: 'buzzes',
  cache: 'caches',
  cactus: 'cactuses',
  calorie: 'calories',
  canoe: 'canoes',
  census: 'censuses',
  chassis: 'chassis',
  circus: 'circuses',
  cookie: 'cookies',
  corps: 'corps',
  corpus: 'corpora',
  data: 'data',
  dns: 'dns',
  emphasis: 'emphases',
  foe: 'foes',
  fungus: 'fungi',
  gas: 'gases',
  gps: 'gps',
  hero: 'heroes',
  hoe: 'hoes',
  lens: 'lenses',
  lie: 'lies',
  media: 'media',
  metadata: 'metadata',
  nerve: 'nerves',
  nucleus: 'nuclei',
  oasis: 'oases',
  pie: 'pies',
  prairie: 'prairies',
  premium: 'premiums',
  quota: 'quotas',
  radius: 'radii',
  reserve: 'reserves',
  rookie: 'rookies',
  safe: 'safes',
  shoe: 'shoes',
  sieve: 'sieves',
  sleeve: 'sleeves',
  sms: 'sms',
  stadium: 'stadiums',
  status: 'statuses',
  stimulus: 'stimuli',
  taxi: 'taxis',
  tie: 'ties',
  toe: 'toes',
  topaz: 'topazes',
  waltz: 'waltzes',
  zombie: 'zombies',
};

const singulars = new Map(
  Object.entries(irregular).map(([singular, plural]) => [plural, singular]),
);

/** The plural of a noun in kebab-case; of a hyphenated one the last word changes: `shipping-label` → `shipping-labels`. */
export function pluralOf(singular: string): string {
  const [rest, last] = lastWord(singular);
  return rest + (own(irregular, last) ?? pluralize(last));
}

/** The singular that a name is the plural of; undefined where the name is, or may well be, a singular itself. */
export function singularOf(name: string): string | undefined {
  const [rest, last] = lastWord(name);
  if (Object.hasOwn(irregular, last)) return undefined;
  const known = singulars.get(last);
  if (known !== undefined) return rest + known;
  const singular = singularize(last);
  return singular !== last && pluralize(singular) === last ? rest + singular : undefined;
}

function lastWord(name: string): [rest: string, last: string] {
  const start = name.lastIndexOf('-') + 1;
  return [name.slice(0, start), name.slice(start)];
}
