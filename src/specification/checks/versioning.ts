import type { Issue } from '../issue.ts';
import type { Specification } from '../schema.ts';
import { lastPhaseIssues } from '../versions/last-phase.ts';
import { orderIssues } from '../versions/order.ts';
import { policyIssues, policyWarnings } from '../versions/policy.ts';
import type { CheckContext } from './check-context.ts';
import { additionIssues } from './version-additions.ts';
import { flagIssues } from './version-flags.ts';
import { soundLabels, versionLabelIssues } from './version-labels.ts';
import { strategyIssues } from './version-strategy.ts';
import { versionValueIssues } from './version-values.ts';
import { withdrawalIssues } from './withdrawals.ts';

/** How the interface changes over time: which versions there are, when what happens to them, and how they are named. */
export function versioningIssues(context: CheckContext): Issue[] {
  const { versioning = {} } = context.valid;
  const labels = soundLabels(context);
  const versions = Object.fromEntries(
    Object.entries(versioning.versions ?? {}).filter(([label]) => labels.includes(label)),
  );
  return [
    ...versionLabelIssues(context),
    ...versionValueIssues(context, versions),
    ...orderIssues(versions),
    ...policyIssues({ ...versioning, versions }),
    ...Object.entries(versions).flatMap(([label, version]) => lastPhaseIssues(label, version)),
    ...withdrawalIssues(context, versions),
    ...additionIssues(versions),
    ...strategyIssues(context, labels),
    ...flagIssues(context),
  ];
}

/** What is not refused and still worth knowing. */
export function versioningWarnings({ versioning = {} }: Specification): Issue[] {
  return policyWarnings(versioning);
}
