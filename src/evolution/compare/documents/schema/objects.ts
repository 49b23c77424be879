import type { Found } from '../../change.ts';
import type { Part } from '../../../../openapi/parts.ts';
import { namesOf } from '../comparison.ts';
import { bySide, found } from '../found.ts';
import type { Schemas, Surroundings } from './compare-schemas.ts';
import { isOn, type Level } from './level.ts';

/** Members by name, and what holds for those that have none. */
export function compareObjects(schemas: Schemas): Found[] {
  const { before, after, place, inside } = schemas;
  const renamed = conventions(before, after);
  const former = new Set(renamed.values());
  const path = `${place.path}.properties`;
  const members = namesOf(before.properties, after.properties).flatMap((name): readonly Found[] => {
    const [was, is] = [before.properties.get(name), after.properties.get(name)];
    const at = `${path}.${name}`;
    if (was !== undefined && is !== undefined) return compareMember(schemas, name, was, is, at);
    if (is !== undefined) {
      const formerName = renamed.get(name);
      if (formerName !== undefined) {
        const { requiredOnCreate: _, ...rest } = place;
        const pair = { was: before.properties.get(formerName), is };
        return [found('F14', at, formerName, name), ...inside(pair, { ...rest, path: at })];
      }
      return addedMember(schemas, name, is, at);
    }
    return was === undefined || former.has(name) ? [] : removedMember(schemas, was, at);
  });
  return [
    ...members,
    ...requiredAlone(schemas),
    ...compareOthers(schemas),
    ...comparePatternProperties(schemas),
    ...compareNames(schemas),
  ];
}

/** Names of now by names of before that are the same but for the convention: created_at and createdAt. */
function conventions(before: Level, after: Level): Map<string, string> {
  const bare = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();
  const gone = [...before.properties.keys()].filter((name) => !after.properties.has(name));
  const formerNames = new Map(gone.map((name) => [bare(name), name]));
  const fresh = [...after.properties.keys()].filter((name) => !before.properties.has(name));
  const renamed = new Map<string, string>();
  for (const name of fresh.sort()) {
    const former = formerNames.get(bare(name));
    if (former === undefined) continue;
    renamed.set(name, former);
    formerNames.delete(bare(name));
  }
  return renamed;
}

interface Access {
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Clients of the side do not meet it. */
  readonly isHidden: boolean;
}

function accessOf({ comparison, place }: Schemas, age: 'was' | 'is', part: Part): Access {
  const level = comparison[age].levels.of(part);
  const [readOnly, writeOnly] = [isOn(level, 'readOnly'), isOn(level, 'writeOnly')];
  return { readOnly, writeOnly, isHidden: place.side === 'request' ? readOnly : writeOnly };
}

function addedMember(schemas: Schemas, name: string, is: Part, path: string): Found[] {
  const { after, place, comparison } = schemas;
  const level = comparison.is.levels.of(is);
  const type = [...level.kinds].join(' or ');
  if (accessOf(schemas, 'is', is).isHidden) return [];
  if (place.side === 'response') {
    return [found(place.isError === true ? 'Z07' : 'F04', path, undefined, type)];
  }
  if (!after.required.has(name)) return [found('F01', path, undefined, type)];
  return [found(level.keywords.has('default') ? 'F03' : 'F02', path, undefined, type)];
}

function removedMember(schemas: Schemas, was: Part, path: string): Found[] {
  const level = schemas.comparison.was.levels.of(was);
  if (accessOf(schemas, 'was', was).isHidden) return [];
  const type = [...level.kinds].join(' or ');
  return [found(schemas.place.side === 'response' ? 'F09' : 'F08', path, type)];
}

function compareMember(
  schemas: Schemas,
  name: string,
  was: Part,
  is: Part,
  path: string,
): readonly Found[] {
  const { after, place, inside } = schemas;
  const [former, present] = [accessOf(schemas, 'was', was), accessOf(schemas, 'is', is)];
  const isRequired = after.required.has(name);
  const access = compareAccess(former, present, place, path, name, isRequired);
  if (former.isHidden || present.isHidden) return access;
  const presence = comparePresence(schemas, name, is, path);
  const { isItem: _, requiredOnCreate: __, parameter, ...rest } = place;
  const at = { ...rest, path, ...(parameter === undefined ? {} : { parameter: 'other' as const }) };
  return [...access, ...presence, ...inside({ was, is }, at)];
}

function compareAccess(
  former: Access,
  present: Access,
  { side }: Surroundings,
  path: string,
  name: string,
  isRequired: boolean,
): Found[] {
  const flip = (key: 'readOnly' | 'writeOnly', isHere: boolean, on: string, off: string) =>
    former[key] === present[key]
      ? []
      : [
          found(
            isHere ? (present[key] ? on : off) : 'O78',
            `${path}.${key}`,
            former[key],
            present[key],
          ),
        ];
  const settable = name === 'id' && isRequired ? 'U07' : 'U02';
  return [
    ...flip('readOnly', side === 'request', 'U01', settable),
    ...flip('writeOnly', side === 'response', 'U03', 'U04'),
  ];
}

function comparePresence(schemas: Schemas, name: string, is: Part, path: string): Found[] {
  const { before, after, place, comparison } = schemas;
  const [was, now] = [before.required.has(name), after.required.has(name)];
  if (was === now) return [];
  const hasDefault = comparison.is.levels.of(is).keywords.has('default');
  return [found(requiredId(now, name, hasDefault, place), `${path}.required`, was, now)];
}

function requiredId(
  isRequired: boolean,
  name: string,
  hasDefault: boolean,
  { side, requiredOnCreate }: Surroundings,
): string {
  if (side === 'request') {
    if (!isRequired) return 'Q13';
    return requiredOnCreate?.has(name) === true ? 'Q10' : 'Q01';
  }
  if (!isRequired) return 'Q04';
  return hasDefault ? 'F17' : 'Q03';
}

/** Names that are required without being described. */
function requiredAlone({ before, after, place }: Schemas): Found[] {
  const isAlone = (name: string) => !before.properties.has(name) && !after.properties.has(name);
  return [...before.required.symmetricDifference(after.required)]
    .filter(isAlone)
    .sort()
    .map((name) => {
      const isRequired = after.required.has(name);
      const id = requiredId(isRequired, name, false, place);
      return found(id, `${place.path}.required.${name}`, !isRequired, isRequired);
    });
}

/** Members that have no name here: all are permitted, none, or those of a schema. */
function compareOthers(schemas: Schemas): readonly Found[] {
  const { before, after, place, inside } = schemas;
  const path = `${place.path}.additionalProperties`;
  const unevaluated = compareUnevaluated(schemas);
  const [was, is] = [isClosed(before.others), isClosed(after.others)];
  if (was && is) return unevaluated;
  if (was || is) {
    const open = place.side === 'request' ? 'T22' : 'O77';
    return [...unevaluated, found(is ? bySide('O76', place.side) : open, path, !was, !is)];
  }
  const { requiredOnCreate: _, ...rest } = place;
  const pair = { was: before.others, is: after.others };
  return [...unevaluated, ...inside(pair, { ...rest, path, isItem: false })];
}

function isClosed(others: Part | undefined): boolean {
  return others?.value === false;
}

/** The same for members that no part of `allOf` and the others names. */
function compareUnevaluated({ before, after, place }: Schemas): Found[] {
  const [was, is] = [before, after].map(
    ({ keywords }) => keywords.get('unevaluatedProperties')?.includes(false) === true,
  );
  if (was === is) return [];
  const open = place.side === 'request' ? 'T22' : 'O77';
  const id = is === true ? bySide('O76', place.side) : open;
  return [found(id, `${place.path}.unevaluatedProperties`, !was, !is)];
}

function comparePatternProperties(schemas: Schemas): readonly Found[] {
  const { before, after, place, inside } = schemas;
  const { requiredOnCreate: _, ...rest } = place;
  return namesOf(before.patternProperties, after.patternProperties).flatMap((pattern) => {
    const path = `${place.path}.patternProperties.${pattern}`;
    const [was, is] = [before.patternProperties.get(pattern), after.patternProperties.get(pattern)];
    // Names of another pattern may be new members, or a rule for those that all were permitted before.
    if (was === undefined || is === undefined) {
      return [found(bySide(was === undefined ? 'O04' : 'O05', place.side), path)];
    }
    return inside({ was, is }, { ...rest, path });
  });
}

function compareNames({ before, after, place, inside }: Schemas): readonly Found[] {
  if (before.propertyNames === undefined && after.propertyNames === undefined) return [];
  const path = `${place.path}.propertyNames`;
  const pair = { was: before.propertyNames, is: after.propertyNames };
  if (pair.was === undefined || pair.is === undefined) {
    return [found(bySide(pair.was === undefined ? 'O04' : 'O05', place.side), path)];
  }
  return inside(pair, { path, side: place.side });
}
