import { isDeepStrictEqual } from 'node:util';
import type { Issue, Path } from '../../specification/issue.ts';
import type { FlagChanges, ResolvedSpecification } from '../../specification/index.ts';
import { composeVersion, type ComposedResource, type ComposedVersion } from '../compose/chain.ts';
import { customOperationInputs } from '../compose/custom-operations.ts';
import { linkStep } from '../compose/link.ts';
import { fieldsOf } from '../compose/shape.ts';
import type { Member } from '../compose/members.ts';
import { verifyStep } from '../verify/step.ts';
import { overlapIssues } from './overlaps.ts';
import { fitIssues, presenceIssues } from './fit.ts';
import { shownIssues } from './shown.ts';
import { withoutChanges } from './without.ts';

/** What one resource is without a flag, between two shapes that differ by it alone. */
export interface ChangedByFlag {
  /** Singular name. */
  readonly name: string;
  /** Members that are there, or are so, with the flag only. */
  readonly made: readonly string[];
  /** Members that are there, or are so, without it only. */
  readonly former: readonly string[];
  /** Segments of what can be done with it whose bodies differ. */
  readonly customOperations: readonly string[];
  readonly composed: ComposedResource;
}

/** An active flag that changes shapes. */
export interface ComposedFlag {
  readonly name: string;
  /** The shape without the flag as a version of the one with it. Later flags are in neither of the two. */
  readonly step: ComposedVersion;
  readonly resources: readonly ChangedByFlag[];
}

export type FlagComposition =
  | { readonly ok: true; readonly flags: readonly ComposedFlag[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** What bodies are without each flag that changes them, in the order of the file. Issues are at places in `service.yaml`. */
export function composeFlags(specification: ResolvedSpecification): FlagComposition {
  const active = Object.entries(specification.versioning.flags).flatMap(
    ([name, { state, changes }]): [string, FlagChanges][] =>
      state === 'active' && changes !== undefined ? [[name, changes]] : [],
  );
  const refused = active.flatMap(([name, changes]) => fitIssues(name, changes, specification));
  if (refused.length > 0) return { ok: false, issues: refused };
  const flags: ComposedFlag[] = [];
  let newer = specification;
  for (const [name, changes] of active.toReversed()) {
    const place: Path = ['versioning', 'flags', name, 'changes'];
    const { specification: older, issues } = withoutChanges(newer, changes, place);
    if (issues.length > 0) return { ok: false, issues };
    const linking = linkStep(name, changes, older, newer);
    const wrong = linking.ok ? verifyStep(linking.step) : linking.issues;
    const unfit = linking.ok
      ? [...presenceIssues(linking.step, place), ...shownIssues(linking.step, place)]
      : [];
    if (wrong.length > 0 || unfit.length > 0 || !linking.ok) {
      return { ok: false, issues: [...wrong.map((issue) => within(issue, place)), ...unfit] };
    }
    const step = composeVersion(name, [linking.step]);
    flags.unshift({ name, step, resources: changedBy(step) });
    newer = older;
  }
  const overlaps = overlapIssues(flags, specification);
  return overlaps.length > 0 ? { ok: false, issues: overlaps } : { ok: true, flags };
}

function within(issue: Issue, place: Path): Issue {
  return { ...issue, path: [...place, ...issue.path] };
}

function changedBy({ resources, specification, newest }: ComposedVersion): ChangedByFlag[] {
  return resources.flatMap((composed): ChangedByFlag[] => {
    const { newest: name, older } = composed;
    const [now, then] = [fieldsOf(newest, name), fieldsOf(specification, older)];
    const differs = ({ name: member, expression }: Member) =>
      !isOwn(expression, member) || !isDeepStrictEqual(now[member], then[member]);
    const made = composed.up.filter(differs).map((member) => member.name);
    const former = composed.down.filter(differs).map((member) => member.name);
    const [inputsNow, inputsThen] = [
      customOperationInputs(newest, name),
      customOperationInputs(specification, older),
    ];
    const customOperations = Object.keys(inputsNow).filter(
      (segment) => !isDeepStrictEqual(inputsNow[segment], inputsThen[segment]),
    );
    if (made.length === 0 && former.length === 0) return [];
    return [{ name, made, former, customOperations, composed }];
  });
}

function isOwn(of: Member['expression'], name: string): boolean {
  return of.kind === 'member' && of.of.kind === 'root' && of.name === name;
}
