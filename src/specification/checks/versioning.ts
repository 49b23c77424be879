import type { Fault } from '../fault.ts';
import type { Subject } from './subject.ts';
import { versionLabelFaults } from './version-labels.ts';
import { versionDateFaults } from './version-dates.ts';

/** How the interface changes over time: which versions there are, when what happens to them, and how they are named. */
export function versioningFaults(subject: Subject): Fault[] {
  return [...versionLabelFaults(subject), ...versionDateFaults(subject)];
}
