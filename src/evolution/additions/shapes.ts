import { atValue, atKey, type Issue } from '../../specification/issue.ts';
import type { ResolvedAddition, ResolvedSpecification } from '../../specification/index.ts';
import { additionKeyOf, isSameAddition } from '../../specification/versions/additions.ts';
import type { Contracts } from '../contracts/contracts.ts';
import type { Changes } from '../steps/schema.ts';
import { addField, type Added, type Neighbours } from './add-field.ts';
import { addParameter } from './add-parameter.ts';
import { withoutAdded } from './without-added.ts';

/** What a version looks like. */
export interface VersionShape {
  readonly label: string;
  readonly specification: ResolvedSpecification;
  /** What its next minor release adds. */
  readonly additions: readonly ResolvedAddition[];
  /** The specification that its first release froze; undefined: nothing is frozen of it. */
  readonly first?: ResolvedSpecification;
}

export interface Shapes {
  /** The oldest first. */
  readonly versions: readonly VersionShape[];
  /** What is listed as an addition and cannot be one. */
  readonly issues: readonly Issue[];
}

/** What each version looks like: as its last release says, with its additions, or as the version after it. */
export function shapesOf(newest: ResolvedSpecification, contracts: Contracts): Shapes {
  const issues: Issue[] = [];
  const versions: VersionShape[] = [];
  const listed = Object.entries(newest.versioning.versions);
  for (const [label, { additions = [] }] of listed.toReversed()) {
    const [after] = versions;
    const releases = contracts.releases.filter((release) => release.label === label);
    const [first] = releases;
    const frozen = releases.at(-1)?.specification;
    if (after === undefined) {
      // The newest version is what is written, also where a release of it is frozen.
      versions.unshift({ label, specification: newest, additions: [] });
      continue;
    }
    if (frozen === undefined || first === undefined) {
      versions.unshift({ label, specification: after.specification, additions: [] });
      if (additions.length > 0) issues.push(nothingFrozen(label, additions));
      continue;
    }
    let specification = frozen;
    const taken = additions.filter((addition) => {
      const shape = { label, specification, additions: [], first: first.specification };
      const added = withAddition(neighboursOf(shape, after, contracts), addition);
      if (added.ok) specification = added.specification;
      else issues.push(atValue(placeOf(label, addition, additions), added.issue));
      return added.ok;
    });
    versions.unshift({ label, specification, additions: taken, first: first.specification });
  }
  return { versions, issues };
}

function withAddition(neighbours: Neighbours, { parameter, ...named }: ResolvedAddition): Added {
  return parameter === undefined
    ? addField(neighbours, named)
    : addParameter(neighbours, { parameter, ...named });
}

/** A version and the one after it, with the step between them. */
export function neighboursOf(
  shape: VersionShape,
  after: VersionShape,
  contracts: Contracts,
): Neighbours {
  const changes = stepBetween(shape.label, after.label, contracts);
  return {
    from: shape.label,
    to: after.label,
    older: shape.specification,
    newer: after.specification,
    changes: changes && withoutAdded(changes, shape),
    isFrozen: contracts.frozen.has(`contracts/${shape.label}-to-${after.label}.yaml`),
  };
}

/** What a step says; undefined: nothing is written of it. */
function stepBetween(from: string, to: string, { steps }: Contracts): Changes | undefined {
  return steps.find(({ step }) => step.from === from && step.to === to)?.step;
}

function placeOf(
  label: string,
  addition: ResolvedAddition,
  all: readonly ResolvedAddition[],
): readonly (string | number)[] {
  const listed = all.filter(({ parameter }) => parameter === addition.parameter);
  const position = listed.findIndex((each) => isSameAddition(each, addition));
  return ['versioning', 'versions', label, additionKeyOf(addition), position];
}

function nothingFrozen(label: string, [first]: readonly ResolvedAddition[]): Issue {
  const message = `nothing is frozen of version ${label}, so it has no minor release that could add something`;
  const key = additionKeyOf(first ?? {});
  return atKey(['versioning', 'versions', label, key], { code: 'not-addable', message });
}
