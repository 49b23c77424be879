import { isDeepStrictEqual } from 'node:util';
import { shapesOf, type VersionShape } from '../../evolution/additions/shapes.ts';
import type { Contracts } from '../../evolution/contracts/contracts.ts';
import type { ResolvedSpecification } from '../../specification/index.ts';
import { additionKeyOf } from '../../specification/versions/additions.ts';
import { oldestFirst } from '../../specification/versions/labels.ts';
import {
  applyToVersion,
  at,
  refusal,
  type Command,
  type Refusal,
  type Target,
  type Wanted,
} from '../command.ts';
import {
  minorAfter,
  promised,
  release,
  type Freezing,
  type Released,
  type Releasing,
} from './release.ts';
import { refusedAdditions, whyNotExtended } from './extend.ts';

/** Releases one version: of one that is not the newest, what was added to it, as a minor release. */
export function releaseVersion(
  command: Command,
  { label, next }: Releasing & { readonly label: string },
  contracts: Contracts,
): Released {
  let freezing: Freezing | undefined;
  let isNewest = false;
  const edited = applyToVersion(command, label, (target) => {
    isNewest = oldestFirst(Object.keys(target.versions)).at(-1) === label;
    if (isNewest) return { edits: [], changes: [] };
    const decided = decisionOn(target, next, contracts);
    if ('refusals' in decided) return decided.refusals;
    freezing = decided.freezing;
    return decided.wanted;
  });
  if (!edited.ok) return edited;
  if (isNewest) return release(command, next === undefined ? {} : { next }, contracts.releases);
  return freezing === undefined ? edited : { ...edited, freezing };
}

type Decision =
  | { readonly refusals: readonly Refusal[] }
  | { readonly wanted: Wanted; readonly freezing?: Freezing };

function decisionOn(target: Target, next: string | undefined, contracts: Contracts): Decision {
  const { label, version, resolved } = target;
  if (next !== undefined) {
    const what = `It is not the newest version, and a draft comes after that.`;
    return { refusals: [refusal('version-label', label, what, 'Leave out --next, or LABEL.')] };
  }
  const refused = whyNotExtended(target, contracts);
  if (refused !== undefined) return { refusals: [refused] };
  const { additions = [] } = version;
  if (additions.length === 0) {
    const remark = `Nothing was added to version ${label} since its last release; version extend ${label} --with RESOURCE.FIELD adds something.`;
    return { wanted: { edits: [], changes: [], remarks: [remark] } };
  }
  const { versions, issues } = shapesOf(resolved, contracts);
  if (issues.length > 0) return { refusals: refusedAdditions(issues) };
  const shape = versions.find((each) => each.label === label);
  const last = contracts.releases.findLast((each) => each.label === label);
  if (shape === undefined || last === undefined) return { refusals: [] };
  const { versioning } = last.specification;
  const number = minorAfter(last.release);
  const later = versions.slice(versions.indexOf(shape) + 1);
  return {
    wanted: {
      edits: [...new Set(additions.map(additionKeyOf))].map((key) => ({
        path: at(label, key),
        value: undefined,
      })),
      changes: [`The contract of version ${label} is frozen as ${number}.`],
      remarks: unfrozen(later, resolved, contracts).map(
        (each) => `Version ${each} has more than was frozen of it, too: version release ${each}.`,
      ),
    },
    freezing: { label, release: number, older: { ...shape.specification, versioning } },
  };
}

/** Versions that are released and have additions of their own. */
function unfrozen(
  versions: readonly VersionShape[],
  newest: ResolvedSpecification,
  { releases }: Contracts,
): string[] {
  return versions
    .filter(({ label, specification, additions }) => {
      const last = releases.findLast((each) => each.label === label)?.specification;
      if (last === undefined) return false;
      const isNewest = specification === newest;
      return isNewest ? !isDeepStrictEqual(promised(last), promised(newest)) : additions.length > 0;
    })
    .map(({ label }) => label);
}
