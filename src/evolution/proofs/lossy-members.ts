import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import type { LinkedOperation } from '../compose/link.ts';
import { isWithin, memberAt, type Member } from '../compose/members.ts';
import { fieldsOf } from '../compose/shape.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { decimalOf } from '../../specification/decimal.ts';
import { own } from '../../specification/plain.ts';
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
  return pathsOf(version, resource, namesOf(version, resource), loses);
}

/** The same by paths: of an object or a list, only those of its members that something is lost of. */
export function lossyPaths(version: ComposedVersion, resource: ComposedResource): string[] {
  const fields = fieldsOf(version.specification, resource.older);
  const paths = Object.entries(fields).flatMap(([name, field]) => leavesOf(name, field));
  return pathsOf(version, resource, paths, loses);
}

/** Members of an older version that hooks make of all others, so that they change with those. */
export function computedMembers(version: ComposedVersion, resource: ComposedResource): string[] {
  return pathsOf(
    version,
    resource,
    namesOf(version, resource),
    ({ operation }) => operation.remove?.by !== undefined,
  );
}

/** Members of an older version that are stored no more: what they refer to, and whether they are taken, is not looked at. */
export function removedMembers(version: ComposedVersion, resource: ComposedResource): string[] {
  const removes = ({ operation: { remove } }: LinkedOperation, place: Whereabouts) =>
    remove !== undefined && isWithin(place.path, remove.field);
  return pathsOf(version, resource, namesOf(version, resource), removes);
}

function namesOf({ specification }: ComposedVersion, { older }: ComposedResource): string[] {
  return Object.keys(fieldsOf(specification, older));
}

function leavesOf(path: string, field: ResolvedField): string[] {
  const isList = field.type === 'array';
  const inner = isList ? field.items : field;
  if (inner.type !== 'object') return [path];
  const within = isList ? `${path}[]` : path;
  return Object.entries(inner.fields).flatMap(([name, each]) =>
    leavesOf(`${within}.${name}`, each),
  );
}

/** Those of the members of an older version that an operation of this kind is about, wherever they are by then. */
function pathsOf(
  version: ComposedVersion,
  { older }: ComposedResource,
  names: readonly string[],
  isWanted: (linked: LinkedOperation, place: Whereabouts) => boolean,
): string[] {
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
      for (const place of found) if (isWanted(linked, place)) wanted.add(place.member);
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

function loses({ operation, older, newer }: LinkedOperation): boolean {
  const { remove, retype, split, merge, map, require: required, nullable } = operation;
  if (remove !== undefined || required !== undefined || nullable !== undefined) return true;
  if (split?.by === 'hook' || merge?.by === 'hook') return true;
  if (split !== undefined) return isEndLost(split.into.at(-1) ?? '', newer, older, split.field);
  if (retype !== undefined) {
    const was = memberAt(older, retype.field, 'older')?.field;
    const is = memberAt(newer, retype.field, 'newest')?.field;
    return !isExact(retype.by) || losesDigits(was, is);
  }
  if (map === undefined) return false;
  const { field } = memberAt(older, map.field, 'older') ?? {};
  const values = field?.type === 'enum' ? field.values : Object.keys(map.values);
  const mapped = values.map((value) => own(map.values, value) ?? value);
  return map.others !== undefined || new Set(mapped).size < mapped.length;
}

/** Whether a number may have more digits than the decimal that it becomes. */
function losesDigits(was: ResolvedField | undefined, is: ResolvedField | undefined): boolean {
  if (was?.type !== 'number' || is?.type !== 'decimal') return false;
  const step = was.multipleOf === undefined ? undefined : decimalOf(String(was.multipleOf));
  return step === undefined || step.scale > is.scale;
}

/** Whether an empty last part and one that is missing are the same, where a text may end with a separator. */
function isEndLost(
  last: string,
  newer: readonly Member[],
  older: readonly Member[],
  field: string,
): boolean {
  const part = memberAt(newer, last, 'newest')?.field;
  const text = memberAt(older, field, 'older')?.field;
  const isFree = (text?.type === 'string' || text?.type === 'text') && text.pattern === undefined;
  return isFree && part?.required === true && !part.nullable;
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
