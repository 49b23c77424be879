import type { Found } from '../change.ts';
import { membersOf, type Part } from '../../../openapi/parts.ts';
import { bothOf, namesOf, type Comparison, type Maybe } from './comparison.ts';
import { found } from './found.ts';
import { compareRest } from './rest.ts';
import { compareSchemas, type Surroundings } from './schema/compare-schemas.ts';

/** What is sent or shown by media type. */
export function compareContent(
  { was, is }: Maybe,
  place: Surroundings,
  comparison: Comparison,
): readonly Found[] {
  const [before, after] = [typesIn(was), typesIn(is)];
  const partners = partnersOf(before, after);
  return namesOf(before, after).flatMap((type): readonly Found[] => {
    const [one, other] = [before.get(type), after.get(type)];
    const path = `${place.path}.${type}`;
    if (one !== undefined && other !== undefined) {
      return compareMediaType({ was: one, is: other }, { ...place, path }, comparison);
    }
    const partner = partners.get(type);
    if (partner !== undefined) {
      if (one === undefined) return [];
      const pair = { was: one, is: after.get(partner) ?? one };
      const at = { ...place, path: `${place.path}.${essenceOf(type)}` };
      return [found('O36', at.path, type, partner), ...compareMediaType(pair, at, comparison)];
    }
    if (one === undefined) return [found('D01', path, undefined, type)];
    if (place.side === 'response') return [found('D02', path, type)];
    const range = [...after.keys()].find((each) => covers(each, type));
    if (range === undefined) return [found('D04', path, type)];
    const pair = { was: one, is: after.get(range) ?? one };
    return compareMediaType(pair, { ...place, path }, comparison);
  });
}

function typesIn(part: Part | undefined): Map<string, Part> {
  return new Map(membersOf(part).map(([type, each]) => [type.toLowerCase().trim(), each]));
}

function essenceOf(type: string): string {
  return type.split(';')[0]?.trim() ?? type;
}

/** Media types that are left on both sides and differ in their parameters alone, in both directions. */
function partnersOf(
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
): Map<string, string> {
  const partners = new Map<string, string>();
  for (const type of [...before.keys()].sort()) {
    if (after.has(type)) continue;
    const partner = [...after.keys()]
      .sort()
      .find(
        (each) => !before.has(each) && !partners.has(each) && essenceOf(each) === essenceOf(type),
      );
    if (partner === undefined) continue;
    partners.set(type, partner);
    partners.set(partner, type);
  }
  return partners;
}

/** Whether a range such as `text/*` has the type in it. */
function covers(range: string, type: string): boolean {
  if (range === '*/*') return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

function compareMediaType(
  pair: { readonly was: Part; readonly is: Part },
  place: Surroundings,
  comparison: Comparison,
): readonly Found[] {
  const schema = bothOf(pair, 'schema');
  return [
    ...compareSchemas(schema, { ...place, path: `${place.path}.schema` }, comparison),
    ...compareRest(place.path, pair, ['schema'], comparison),
  ];
}
