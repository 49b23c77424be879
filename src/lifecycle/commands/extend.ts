import { newerNameOf, type Neighbours } from '../../evolution/additions/add-field.ts';
import { newerParameterOf } from '../../evolution/additions/add-parameter.ts';
import { neighboursOf, shapesOf, type VersionShape } from '../../evolution/additions/shapes.ts';
import type { Contracts } from '../../evolution/contracts/contracts.ts';
import type {
  Edit,
  ResolvedAddition,
  ResolvedSpecification,
  ResolvedVersion,
} from '../../specification/index.ts';
import type { Issue } from '../../specification/issue.ts';
import { capitalized } from '../../specification/names/casing.ts';
import { own } from '../../specification/plain.ts';
import {
  additionKeyNames,
  additionKeyOf,
  additionPhrase,
  namesListed,
} from '../../specification/versions/additions.ts';
import { oldestFirst } from '../../specification/versions/labels.ts';
import {
  applyToVersion,
  at,
  refusal,
  type Command,
  type Edited,
  type Refusal,
  type Target,
} from '../command.ts';
import { standingOn } from '../standing.ts';

export interface Extension {
  readonly label: string;
  /** By the names that the version has for them. */
  readonly additions: readonly ResolvedAddition[];
}

/**
 * Gives optional fields and parameters of lists of the newest version to an older one that is released, and to the versions between
 * the two that do not have them: their next minor releases freeze them.
 */
export function extend(
  command: Command,
  { label, additions }: Extension,
  contracts: Contracts,
): Edited {
  return applyToVersion(command, label, (target) => {
    const refused = whyNotExtended(target, contracts);
    if (refused !== undefined) return [refused];
    const { resolved } = target;
    const places: Place[] = [];
    let extended = resolved;
    let shapes = shapesOf(extended, contracts);
    // A filter may be by a field that comes with it.
    for (const addition of inOrder(additions)) {
      const wanted = placesOf(label, addition, shapes.versions, contracts);
      places.push(...wanted);
      extended = wanted.reduce(withPlace, extended);
      shapes = shapesOf(extended, contracts);
      if (shapes.issues.length > 0) return refusedAdditions(shapes.issues);
    }
    const labels = Object.keys(resolved.versioning.versions).filter((each) =>
      places.some((place) => place.label === each),
    );
    return {
      edits: labels.flatMap((each) => editsOf(each, extended.versioning.versions[each], places)),
      changes: labels.map((each) => `Version ${each} gets ${namesAt(each, places)}.`),
      remarks: labels.map(
        (each) =>
          `Once the service is generated with it and its tests pass, freeze it: version release ${each}.`,
      ),
    };
  });
}

/** Why a version gets nothing; undefined: it may. */
export function whyNotExtended(
  { label, version, versions, command }: Target,
  { releases }: Contracts,
): Refusal | undefined {
  if (oldestFirst(Object.keys(versions)).at(-1) === label) {
    const what = 'It is the newest version, and has all that the file describes.';
    return refusal('newest-version', label, what, 'Write it into the file.');
  }
  const standing = standingOn(version, command.today);
  if (standing === 'sunset' || standing === 'contracted') {
    const what = `It is sunset since ${version.sunset ?? ''}, and answers nothing any more.`;
    return refusal('sunset-final', label, what, 'Add to a version that lives.');
  }
  if (standing === 'draft') {
    const what = 'It is not released yet, and only a released version has a minor release.';
    return refusal('lifecycle-order', label, what, 'Release it first, on its day.');
  }
  if (releases.some((each) => each.label === label)) return undefined;
  const what = `Nothing is frozen of it, so it is not known what a minor release would add to.`;
  const whatToDo = `Restore its contract (git restore contracts/v${label}).`;
  return refusal('not-frozen', label, what, whatToDo);
}

/** Issues of additions as refusals. */
export function refusedAdditions(issues: readonly Issue[]): Refusal[] {
  return issues.map(({ code, path, message, suggestion, allowed = [] }) => ({
    rule: code,
    where: path.join('.'),
    what: `${capitalized(message)}.`,
    whatToDo:
      suggestion !== undefined
        ? `Did you mean ${suggestion}?`
        : allowed.length > 0
          ? `There are: ${allowed.join(', ')}.`
          : 'Leave it out, or open a version for it: version release --next LABEL.',
  }));
}

interface Place {
  readonly label: string;
  readonly addition: ResolvedAddition;
}

/** Fields first, whatever the order on the command line. */
function inOrder(additions: readonly ResolvedAddition[]): ResolvedAddition[] {
  return additionKeyNames.flatMap((key) =>
    additions.filter((addition) => additionKeyOf(addition) === key),
  );
}

/** The version, and those after it up to the first that has the same already, each with its own names. */
function placesOf(
  label: string,
  addition: ResolvedAddition,
  versions: readonly VersionShape[],
  contracts: Contracts,
): Place[] {
  const places: Place[] = [];
  let current: ResolvedAddition | undefined = addition;
  const start = versions.findIndex((each) => each.label === label);
  for (const [index, shape] of versions.slice(start).entries()) {
    const after = versions[start + index + 1];
    if (current === undefined || after === undefined) break;
    if (index > 0 && hasIt(shape.specification, current)) break;
    places.push({ label: shape.label, addition: current });
    current = inNewer(neighboursOf(shape, after, contracts), current);
  }
  return places;
}

function hasIt(
  { resources, endpoints }: ResolvedSpecification,
  { resource, field, parameter }: ResolvedAddition,
): boolean {
  if (parameter !== undefined)
    return own(endpoints, resource)?.[parameter].includes(field) === true;
  return Object.hasOwn(own(resources, resource)?.fields ?? {}, field);
}

/** The same by the names of the newer version; undefined: it has no such thing. */
function inNewer(neighbours: Neighbours, addition: ResolvedAddition): ResolvedAddition | undefined {
  const { field, parameter } = addition;
  if (parameter === undefined) {
    const resource = newerNameOf(addition.resource, neighbours);
    return resource === undefined ? undefined : { resource, field };
  }
  const way = newerParameterOf(neighbours, { ...addition, parameter });
  return way === undefined || way === 'unknown' ? undefined : { ...way, parameter };
}

function withPlace(
  specification: ResolvedSpecification,
  { label, addition }: Place,
): ResolvedSpecification {
  const { versioning } = specification;
  const version = own(versioning.versions, label);
  if (version === undefined) return specification;
  const extended = { ...version, additions: [...(version.additions ?? []), addition] };
  const versions = { ...versioning.versions, [label]: extended };
  return { ...specification, versioning: { ...versioning, versions } };
}

/** The lists of a version that become longer. */
function editsOf(
  label: string,
  { additions = [] }: Pick<ResolvedVersion, 'additions'> = {},
  places: readonly Place[],
): Edit[] {
  const changed = new Set(
    places.filter((place) => place.label === label).map(({ addition }) => additionKeyOf(addition)),
  );
  return [...changed].map((key) => ({
    path: at(label, key),
    value: namesListed(additions, key),
  }));
}

function namesAt(label: string, places: readonly Place[]): string {
  return places
    .filter((place) => place.label === label)
    .map(({ addition }) => additionPhrase(addition))
    .join(', ');
}
