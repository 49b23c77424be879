import type { Issue } from '../issue.ts';
import type { Specification } from '../schema.ts';
import { lastPhaseIssues } from '../versions/last-phase.ts';
import { orderIssues } from '../versions/order.ts';
import { policyIssues, policyWarnings } from '../versions/policy.ts';
import type { Subject } from './subject.ts';
import { flagIssues } from './version-flags.ts';
import { soundLabels, versionLabelIssues } from './version-labels.ts';
import { strategyIssues } from './version-strategy.ts';
import { versionValueIssues } from './version-values.ts';
import { withdrawalIssues } from './withdrawals.ts';

/** How the interface changes over time: which versions there are, when what happens to them, and how they are named. */
export function versioningIssues(subject: Subject): Issue[] {
  const { versioning = {} } = subject.sound;
  const labels = soundLabels(subject);
  const versions = Object.fromEntries(
    Object.entries(versioning.versions ?? {}).filter(([label]) => labels.includes(label)),
  );
  return [
    ...versionLabelIssues(subject),
    ...versionValueIssues(subject, versions),
    ...orderIssues(versions),
    ...policyIssues({ ...versioning, versions }),
    ...Object.entries(versions).flatMap(([label, version]) => lastPhaseIssues(label, version)),
    ...withdrawalIssues(subject, versions),
    ...strategyIssues(subject, labels),
    ...flagIssues(subject),
  ];
}

/** What is not refused and still worth knowing. */
export function versioningWarnings({ versioning = {} }: Specification): Issue[] {
  return policyWarnings(versioning);
}
