import { atKey, type Issue } from '../issue.ts';
import {
  issueAt,
  lifetimesInOrder,
  type Lifetime,
  type Lifetimes,
  type Stage,
} from './lifetime.ts';

/** Each stage with those that it comes after, and on the same day at the earliest. */
const before: readonly (readonly [Stage, readonly Stage[]])[] = [
  ['maintained', ['released']],
  ['announced', ['released']],
  ['reprieved', ['released', 'announced']],
  ['deprecated', ['maintained', 'announced', 'reprieved', 'released']],
  ['sunset', ['deprecated', 'announced']],
];

/** Each stage that takes another, and why. */
const needs: readonly (readonly [Stage, Stage, string])[] = [
  ['sunset', 'deprecated', 'a version is deprecated before it ends'],
  ['announced', 'deprecated', 'what is announced is that day'],
  ['reprieved', 'maintained', 'a version whose deprecation was taken back is maintained'],
];

/**
 * Issues in the days of versions: stages in their order, none before the release, and no draft but the newest version.
 * Days that the calendar does not have are passed over.
 */
export function orderIssues(versions: Lifetimes): Issue[] {
  const all = lifetimesInOrder(versions);
  return all.flatMap(([label, version], position) => {
    const newer = all.slice(position + 1).find(([, { released }]) => released !== undefined);
    return [
      ...(version.released === undefined
        ? draftIssues(label, version, newer?.[0])
        : [...stageIssues(label, version), ...needIssues(label, version)]),
      ...releaseIssues(label, version, all.slice(0, position)),
    ];
  });
}

function draftIssues(label: string, version: Lifetime, newer: string | undefined): Issue[] {
  const stages = Object.keys(version).map((stage) => {
    const message = `version ${label} has no day of its release, so it is a draft and has none of the stages of a version`;
    return issueAt(label, stage, 'without-release', message);
  });
  if (stages.length > 0 || newer === undefined) return stages;
  const message = `version ${label} is a draft, for it has no day of its release, and the newer version ${newer} is released; write when it was released or leave it out`;
  return [atKey(['versioning', 'versions', label], { code: 'without-release', message })];
}

function stageIssues(label: string, version: Lifetime): Issue[] {
  return before.flatMap(([stage, earlier]) => {
    const day = version[stage];
    const late = earlier.find((other) => day !== undefined && (version[other] ?? '') > day);
    if (day === undefined || late === undefined) return [];
    const message = `${stage} on ${day} is before ${late} on ${version[late] ?? ''}`;
    return [issueAt(label, stage, 'out-of-order', message)];
  });
}

function needIssues(label: string, version: Lifetime): Issue[] {
  return needs.flatMap(([stage, needed, why]) => {
    if (version[stage] === undefined || version[needed] !== undefined) return [];
    return [
      issueAt(label, stage, 'without-stage', `${stage} without ${needed}: ${why}; write both days`),
    ];
  });
}

function releaseIssues(
  label: string,
  { released }: Lifetime,
  older: readonly [string, Lifetime][],
): Issue[] {
  const later = older.find(
    ([, other]) => released !== undefined && (other.released ?? '') > released,
  );
  if (released === undefined || later === undefined) return [];
  const message = `version ${label} was released on ${released}, before the older version ${later[0]} on ${later[1].released ?? ''}`;
  return [issueAt(label, 'released', 'out-of-order', message)];
}
