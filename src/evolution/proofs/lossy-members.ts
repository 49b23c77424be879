import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import type { LinkedOperation } from '../compose/link.ts';
import { memberAt } from '../compose/members.ts';
import { fieldsOf } from '../compose/shape.ts';
import { conversions } from '../steps/converters.ts';
import type { FieldOperation } from '../steps/schema.ts';

/** Where a member of the older version is on the way to the newest one. */
interface Whereabouts {
  readonly member: string;
  /** In the version that has been come to. */
  readonly path: string;
}

/**
 * Members of an older version of which the steps say that they need not come back as they were sent: what the newest
 * version cannot say, or says for several older values alike. Hooks say nothing, so that they are among them.
 */
export function lossyMembers(version: ComposedVersion, resource: ComposedResource): string[] {
  return membersOf(version, resource, loses);
}

/** Members of an older version that hooks make of all others, so that they change with those. */
export function computedMembers(version: ComposedVersion, resource: ComposedResource): string[] {
  return membersOf(version, resource, ({ operation }) => operation.remove?.by !== undefined);
}

/** Members of an older version that an operation of this kind is about, wherever they are by then. */
function membersOf(
  version: ComposedVersion,
  { older }: ComposedResource,
  isWanted: (linked: LinkedOperation) => boolean,
): string[] {
  const names = Object.keys(fieldsOf(version.specification, older));
  const wanted = new Set<string>();
  let places: readonly Whereabouts[] = names.map((name) => ({ member: name, path: name }));
  let resource = older;
  for (const { resources } of version.steps) {
    const link = resources.find((each) => each.older === resource);
    if (link === undefined) break;
    resource = link.newer;
    for (const linked of link.operations) {
      const paths = about(linked.operation);
      const found = places.filter((place) => paths.some((path) => touches(place.path, path)));
      if (isWanted(linked)) for (const { member } of found) wanted.add(member);
      places = places.flatMap((place) => afterwards(place, linked.operation));
    }
  }
  return names.filter((name) => wanted.has(name));
}

/** The paths in the older version that an operation is about, of those that may lose something. */
function about(operation: FieldOperation): readonly string[] {
  const { remove, retype, split, merge, map, require: required, nullable } = operation;
  const found = [remove, retype, split, map, required, nullable].flatMap(
    (each) => each?.field ?? [],
  );
  return [...found, ...(merge?.fields ?? [])];
}

/** Whether one of the paths is within the other. */
function touches(place: string, path: string): boolean {
  return isWithin(place, path) || isWithin(path, place);
}

function isWithin(path: string, container: string): boolean {
  const rest = path.slice(container.length);
  return path.startsWith(container) && (rest === '' || /^(?:\[\])?\./.test(rest));
}

function loses({ operation, older }: LinkedOperation): boolean {
  const { remove, retype, split, merge, map, require: required, nullable } = operation;
  if (remove !== undefined || required !== undefined || nullable !== undefined) return true;
  if (split?.by === 'hook' || merge?.by === 'hook') return true;
  if (retype !== undefined) return !isExact(retype.by);
  if (map === undefined) return false;
  const { field } = memberAt(older, map.field, 'older') ?? {};
  const values = field?.type === 'enum' ? field.values : Object.keys(map.values);
  const newer = values.map((value) => map.values[value] ?? value);
  return map.others !== undefined || new Set(newer).size < newer.length;
}

function isExact(by: string): boolean {
  if (by === 'boolean-to-enum' || by === 'enum-to-boolean') return true;
  return by !== 'hook' && conversions[by as keyof typeof conversions].isExact;
}

function afterwards(place: Whereabouts, operation: FieldOperation): Whereabouts[] {
  const { rename, move, split, merge } = operation;
  const renamed = rename ?? move;
  if (renamed !== undefined && isWithin(place.path, renamed.from)) {
    return [{ ...place, path: renamed.to + place.path.slice(renamed.from.length) }];
  }
  if (split?.field === place.path) return split.into.map((path) => ({ ...place, path }));
  if (merge?.fields.includes(place.path) === true) return [{ ...place, path: merge.into }];
  return [place];
}
