import { compareSpecifications, needsVersion, type Change } from '../evolution/compare/index.ts';
import type { LinkedStep } from '../evolution/compose/link.ts';
import { asOlder } from '../evolution/verify/as-older.ts';
import { atKey, type Issue } from '../specification/issue.ts';
import type { Reading } from '../specification/index.ts';
import { isAcknowledged, isNamed, nameOf, recorded } from './acknowledgements.ts';
import type { Passage } from './gate.ts';

/** Rows of what an older version has by the newest one, whatever its step says. */
const unkept: ReadonlySet<string> = new Set(
  [
    // Who may call it, and how.
    'A02 A03 A07 A08 A09 A10 A12 A16 A18 A20 A22 A24 A29 D10',
    // What may be sent.
    'C02 C05 C07 C09 C11 C12 C15 C17 C18 C19 C20 C28 C30 C42 B10 L05 L07 M04 M06 M08 X09 X11',
    // How it is answered, and under which address.
    'D02 D04 N02 P13 P20 V05 W05 W07 W11 W14 W15 X06',
  ].flatMap((row) => row.split(' ')),
);

/** What clients of the older version of a step lose, although that version lives on. */
export function unkeptChanges(step: LinkedStep): Change[] {
  return compareSpecifications(step.older, asOlder(step)).filter(
    (change) => unkept.has(change.id) && needsVersion(change),
  );
}

/** Whether what no step can keep of the older version was accepted; the acknowledgements are recorded. */
export function passOlder(
  step: LinkedStep,
  { specification }: Extract<Reading, { ok: true }>,
  text: string,
  acknowledge: readonly string[],
): Passage {
  const before = specification.versioning?.acknowledged ?? [];
  const open = unkeptChanges(step).filter((change) => !isAcknowledged(change, before));
  const left = open.filter((change) => !isNamed(change, acknowledge));
  if (left.length === 0) return { ok: true, text: recorded(text, before, open) };
  const [label = ''] = step.name.split('-to-');
  const unacknowledged = left.map((each) => ({ ...each, message: lossOf(each, label) }));
  return { ok: false, issues: left.map((each) => issueOf(each, label)), unacknowledged };
}

function issueOf(change: Change, label: string): Issue {
  const { id, path } = change;
  const message = `${nameOf({ id, path })}: ${lossOf(change, label)} (--acknowledge ${id})`;
  return atKey(path.split('.'), { code: 'not-kept', message });
}

/** Rules about values: an older version goes on with its own, so its clients may still send what the newest one refuses. */
const ruled: ReadonlySet<string> = new Set('C02 C05 C07 C09 C11 C12 C15 C17 C18 C19'.split(' '));

/** What clients lose, and what can be done about it. */
export function lossOf({ id, message }: Change, label: string): string {
  const what = message.replace(/ Take it back, or make it .*$/, '');
  const whom = ruled.has(id)
    ? `Clients of version ${label} may still send such values, and readers of the newest version then meet them:`
    : `Clients of version ${label} meet it too, and no step keeps them as they are:`;
  return (
    `${what} ${whom} take it back, ` +
    `end that version first (resource-service version deprecate ${label} --sunset DATE), or accept it`
  );
}
