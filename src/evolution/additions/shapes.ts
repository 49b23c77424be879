import { atValue, atKey, type Issue } from '../../specification/issue.ts';
import { own } from '../../specification/plain.ts';
import type { ResolvedAddition, ResolvedSpecification } from '../../specification/index.ts';
import type { Contracts } from '../contracts/contracts.ts';
import type { Changes } from '../steps/schema.ts';
import { addField } from './add-field.ts';
import { isPlainAddition, otherOperationOn } from './mentions.ts';

/** What a version looks like. */
export interface VersionShape {
  readonly label: string;
  readonly specification: ResolvedSpecification;
  /** Fields that its next minor release adds. */
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
      if (additions.length > 0) issues.push(nothingFrozen(label));
      continue;
    }
    const changes = stepBetween(label, after.label, contracts);
    let specification = frozen;
    const taken = additions.filter((addition, position) => {
      const neighbours = { from: label, to: after.label, newer: after.specification, changes };
      const added = addField({ ...neighbours, older: specification }, addition);
      if (added.ok) specification = added.specification;
      else issues.push(atValue([...placeOf(label), position], added.issue));
      return added.ok;
    });
    versions.unshift({ label, specification, additions: taken, first: first.specification });
  }
  return { versions, issues };
}

/**
 * A step without what it adds to a version that has it by now: the step was written when only the newer version had such a field,
 * and a frozen one stays as it is.
 */
export function withoutAdded(changes: Changes, shape: VersionShape): Changes {
  const resources = Object.entries(changes.resources ?? {}).map(([name, step]) => {
    const { operations, ...others } = step;
    const later = laterFields(shape, step.renamedFrom ?? name).filter(
      (field) => otherOperationOn(changes, name, field) === undefined,
    );
    const left = operations?.filter(
      (operation) => !later.some((field) => isPlainAddition(operation, field)),
    );
    const isSame = left === undefined || left.length === operations?.length;
    return [
      name,
      isSame ? step : left.length === 0 ? others : { ...step, operations: left },
    ] as const;
  });
  const isSame = resources.every(([name, step]) => changes.resources?.[name] === step);
  return isSame ? changes : { ...changes, resources: Object.fromEntries(resources) };
}

/** Fields that a version got after its first release. */
function laterFields({ specification, first }: VersionShape, resource: string): string[] {
  if (first === undefined) return [];
  const was = own(first.resources, resource)?.fields ?? {};
  const { fields = {} } = own(specification.resources, resource) ?? {};
  return Object.keys(fields).filter((field) => !Object.hasOwn(was, field));
}

/** What a step says; undefined: nothing is written of it. */
export function stepBetween(from: string, to: string, { steps }: Contracts): Changes | undefined {
  return steps.find(({ step }) => step.from === from && step.to === to)?.step;
}

function placeOf(label: string): readonly string[] {
  return ['versioning', 'versions', label, 'additions'];
}

function nothingFrozen(label: string): Issue {
  const message = `nothing is frozen of version ${label}, so it has no minor release that could add something`;
  return atKey(placeOf(label), { code: 'not-addable', message });
}
