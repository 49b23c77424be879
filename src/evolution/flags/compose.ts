import { isDeepStrictEqual } from 'node:util';
import type { Fault, Path } from '../../specification/fault.ts';
import type { FlagChanges, ResolvedSpecification } from '../../specification/index.ts';
import { composeVersion, type ComposedResource, type ComposedVersion } from '../compose/chain.ts';
import { actsOf, linkStep } from '../compose/link.ts';
import { fieldsOf } from '../compose/shape.ts';
import type { Member } from '../compose/members.ts';
import { verifyStep } from '../verify/step.ts';
import { overlapFaults } from './overlaps.ts';
import { fitFaults, presenceFaults } from './fit.ts';
import { shownFaults } from './shown.ts';
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
  readonly acts: readonly string[];
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
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** What bodies are without each flag that changes them, in the order of the file. Faults are at places in `service.yaml`. */
export function composeFlags(specification: ResolvedSpecification): FlagComposition {
  const active = Object.entries(specification.versioning.flags).flatMap(
    ([name, { state, changes }]): [string, FlagChanges][] =>
      state === 'active' && changes !== undefined ? [[name, changes]] : [],
  );
  const refused = active.flatMap(([name, changes]) => fitFaults(name, changes, specification));
  if (refused.length > 0) return { ok: false, faults: refused };
  const flags: ComposedFlag[] = [];
  let newer = specification;
  for (const [name, changes] of active.toReversed()) {
    const place: Path = ['versioning', 'flags', name, 'changes'];
    const { specification: older, faults } = withoutChanges(newer, changes, place);
    if (faults.length > 0) return { ok: false, faults };
    const linking = linkStep(name, changes, older, newer);
    const wrong = linking.ok ? verifyStep(linking.step) : linking.faults;
    const unfit = linking.ok
      ? [...presenceFaults(linking.step, place), ...shownFaults(linking.step, place)]
      : [];
    if (wrong.length > 0 || unfit.length > 0 || !linking.ok) {
      return { ok: false, faults: [...wrong.map((fault) => within(fault, place)), ...unfit] };
    }
    const step = composeVersion(name, [linking.step]);
    flags.unshift({ name, step, resources: changedBy(step) });
    newer = older;
  }
  const overlaps = overlapFaults(flags, specification);
  return overlaps.length > 0 ? { ok: false, faults: overlaps } : { ok: true, flags };
}

function within(fault: Fault, place: Path): Fault {
  return { ...fault, path: [...place, ...fault.path] };
}

function changedBy({ resources, specification, newest }: ComposedVersion): ChangedByFlag[] {
  return resources.flatMap((composed): ChangedByFlag[] => {
    const { newest: name, older } = composed;
    const [now, then] = [fieldsOf(newest, name), fieldsOf(specification, older)];
    const differs = ({ name: member, expression }: Member) =>
      !isOwn(expression, member) || !isDeepStrictEqual(now[member], then[member]);
    const made = composed.up.filter(differs).map((member) => member.name);
    const former = composed.down.filter(differs).map((member) => member.name);
    const [actsNow, actsThen] = [actsOf(newest, name), actsOf(specification, older)];
    const acts = Object.keys(actsNow).filter(
      (segment) => !isDeepStrictEqual(actsNow[segment], actsThen[segment]),
    );
    if (made.length === 0 && former.length === 0) return [];
    return [{ name, made, former, acts, composed }];
  });
}

function isOwn(of: Member['expression'], name: string): boolean {
  return of.kind === 'member' && of.of.kind === 'root' && of.name === name;
}
