import { newerNameOf } from '../../evolution/additions/add-field.ts';
import { shapesOf, stepBetween, type VersionShape } from '../../evolution/additions/shapes.ts';
import type { Contracts } from '../../evolution/contracts/contracts.ts';
import type { ResolvedAddition, ResolvedSpecification } from '../../specification/index.ts';
import type { Issue } from '../../specification/issue.ts';
import { capitalized } from '../../specification/names/casing.ts';
import { own } from '../../specification/plain.ts';
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
 * Gives optional fields of the newest version to an older one that is released, and to the versions between the two that have them
 * not yet: their next minor releases freeze them.
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
    const { versions } = shapesOf(resolved, contracts);
    const wanted = additions.flatMap((addition) => placesOf(label, addition, versions, contracts));
    const extended = versions.flatMap((each) => {
      const own = wanted.filter((place) => place.label === each.label);
      return own.length === 0
        ? []
        : [{ label: each.label, own: own.map((place) => place.addition) }];
    });
    const listed = new Map(
      extended.map((each) => [
        each.label,
        [...(resolved.versioning.versions[each.label]?.additions ?? []), ...each.own],
      ]),
    );
    const { issues } = shapesOf(withAdditions(resolved, listed), contracts);
    if (issues.length > 0) return refusedAdditions(issues);
    return {
      edits: [...listed].map(([version, all]) => ({
        path: at(version, 'additions'),
        value: all.map(nameOf),
      })),
      changes: extended.map(
        (each) => `Version ${each.label} gets ${each.own.map(nameOf).join(', ')}.`,
      ),
      remarks: extended.map(
        (each) =>
          `Once the service is generated with it and its tests pass, freeze it: version release ${each.label}.`,
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
    const what = 'It is the newest version, and has every field that the file describes.';
    return refusal('newest-version', label, what, 'Write the field into the file.');
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

/** The version, and those after it up to the first that has the field, each with its own name of the resource. */
function placesOf(
  label: string,
  { resource, field }: ResolvedAddition,
  versions: readonly VersionShape[],
  contracts: Contracts,
): Place[] {
  const places: Place[] = [];
  let name: string | undefined = resource;
  const start = versions.findIndex((each) => each.label === label);
  for (const [index, { label: current, specification }] of versions.slice(start).entries()) {
    const after = versions[start + index + 1];
    if (name === undefined || after === undefined) break;
    const { fields = {} } = own(specification.resources, name) ?? {};
    if (index > 0 && Object.hasOwn(fields, field)) break;
    places.push({ label: current, addition: { resource: name, field } });
    const changes = stepBetween(current, after.label, contracts);
    name = newerNameOf(name, { newer: after.specification, changes });
  }
  return places;
}

function withAdditions(
  specification: ResolvedSpecification,
  listed: ReadonlyMap<string, readonly ResolvedAddition[]>,
): ResolvedSpecification {
  const versions = Object.entries(specification.versioning.versions).map(([label, version]) => {
    const additions = listed.get(label);
    return [label, additions === undefined ? version : { ...version, additions }] as const;
  });
  const versioning = { ...specification.versioning, versions: Object.fromEntries(versions) };
  return { ...specification, versioning };
}

function nameOf({ resource, field }: ResolvedAddition): string {
  return `${resource}.${field}`;
}
