import { compareSpecifications, needsVersion, type Change } from '../evolution/compare/index.ts';
import { hintsOf } from '../evolution/hints.ts';
import { atKey, type Issue } from '../specification/issue.ts';
import type { Reading, ResolvedSpecification } from '../specification/index.ts';
import { isDateLabel } from '../specification/versions/labels.ts';
import { isAcknowledged, isNamed, nameOf, recorded } from './acknowledgements.ts';
import type { Release } from './released.ts';

/** Whether a changed specification may be generated. */
export type Passage =
  | {
      readonly ok: true;
      /** The specification, with what was acknowledged now. */
      readonly text: string;
    }
  | {
      readonly ok: false;
      readonly issues: readonly Issue[];
      /** What only waits for an acknowledgement; empty where something else is refused as well. */
      readonly unacknowledged: readonly Change[];
    };

/**
 * Compares what is to be generated with what clients of its version know. A change that breaks them is refused; an edge case wants
 * an acknowledgement, which is recorded.
 *
 * @param acknowledge identifiers of rows, or of single changes as `nameOf` writes them
 */
export function passGate(
  release: Release,
  { specification, resolved }: Extract<Reading, { ok: true }>,
  text: string,
  acknowledge: readonly string[],
): Passage {
  const before = specification.versioning?.acknowledged ?? [];
  const changes = compareSpecifications(
    release.specification,
    resolved,
    hintsOf(specification, release.specification),
  );
  const refused = changes.filter((change) => needsVersion(change));
  const open = changes.filter(
    (change) => isAcknowledgeable(change) && !isAcknowledged(change, before),
  );
  const left = open.filter((change) => !isNamed(change, acknowledge));
  if (refused.length === 0 && left.length === 0) {
    return { ok: true, text: recorded(text, before, open) };
  }
  const issues = [
    ...(refused.length === 0 ? [] : [overview(release, resolved, refused.length)]),
    ...refused.map((change) => issueOf(change, 'breaking-change', change.message)),
    ...left.map((change) =>
      issueOf(change, 'not-acknowledged', `${change.message} (--acknowledge ${change.id})`),
    ),
  ];
  return { ok: false, issues, unacknowledged: refused.length === 0 ? left : [] };
}

function isAcknowledgeable(change: Change): boolean {
  return change.action !== 'pass' && !needsVersion(change);
}

function issueOf(change: Change, code: string, message: string): Issue {
  const { id, path } = change;
  return atKey(path.split('.'), { code, message: `${nameOf({ id, path })}: ${message}` });
}

function overview(
  { label, number }: Release,
  { versioning }: ResolvedSpecification,
  count: number,
): Issue {
  const changes = count === 1 ? '1 change breaks' : `${String(count)} changes break`;
  const message = `version ${label} is released, and ${changes} its clients; take them back, or ${wayOut(label, number, versioning.strategy)}`;
  return atKey(['versioning', 'versions', label], { code: 'released-version', message });
}

function wayOut(label: string, number: string | undefined, strategy: string): string {
  if (strategy === 'feature-flags') {
    return 'offer them as a flag, so that clients ask for them: versioning.flags.NAME.changes';
  }
  const next = isDateLabel(label) ? 'YYYY-MM-DD' : String(Number(label) + 1);
  const command = `resource-service version release --next ${next}`;
  // What is not frozen is known from the last generation alone, and a new version needs what it led from.
  return number === undefined
    ? `open a new version for them: take them back for a moment, freeze what version ${label} promises and open the next one (${command}), and make them there`
    : `open a new version for them: ${command}`;
}
