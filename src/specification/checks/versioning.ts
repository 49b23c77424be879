import type { Fault } from '../fault.ts';
import type { Specification } from '../schema.ts';
import { lastPhaseFaults } from '../versions/last-phase.ts';
import { orderFaults } from '../versions/order.ts';
import { policyFaults, policyWarnings } from '../versions/policy.ts';
import type { Subject } from './subject.ts';
import { flagFaults } from './version-flags.ts';
import { soundLabels, versionLabelFaults } from './version-labels.ts';
import { strategyFaults } from './version-strategy.ts';
import { versionValueFaults } from './version-values.ts';
import { withdrawalFaults } from './withdrawals.ts';

/** How the interface changes over time: which versions there are, when what happens to them, and how they are named. */
export function versioningFaults(subject: Subject): Fault[] {
  const { versioning = {} } = subject.sound;
  const labels = soundLabels(subject);
  const versions = Object.fromEntries(
    Object.entries(versioning.versions ?? {}).filter(([label]) => labels.includes(label)),
  );
  return [
    ...versionLabelFaults(subject),
    ...versionValueFaults(subject, versions),
    ...orderFaults(versions),
    ...policyFaults({ ...versioning, versions }),
    ...Object.entries(versions).flatMap(([label, version]) => lastPhaseFaults(label, version)),
    ...withdrawalFaults(subject, versions),
    ...strategyFaults(subject, labels),
    ...flagFaults(subject),
  ];
}

/** What is not refused and still worth knowing. */
export function versioningWarnings({ versioning = {} }: Specification): Fault[] {
  return policyWarnings(versioning);
}
