import { startOf } from '../units.ts';
import type { Issue } from '../issue.ts';
import { atValue } from '../issue.ts';
import { isDate } from '../values/calendar.ts';
import { oldestFirst } from './labels.ts';

/** When what happens to a version: days, YYYY-MM-DD, at 00:00 UTC. Versions of the file and resolved ones are such. */
export interface Lifetime {
  /** Absent: the version is a draft. */
  readonly released?: string;
  readonly maintained?: string;
  readonly announced?: string;
  readonly deprecated?: string;
  readonly sunset?: string;
  /** Its deprecation was taken back then, and is not taken back again. */
  readonly reprieved?: string;
}

/** By label. */
export type Lifetimes = Readonly<Record<string, Lifetime>>;

/** The stages of a version: it enters each on the day of that name. */
export const stages = [
  'released',
  'maintained',
  'announced',
  'deprecated',
  'sunset',
  'reprieved',
] as const;
export type Stage = (typeof stages)[number];

export type LifecycleState = 'draft' | 'active' | 'maintained' | 'deprecated' | 'sunset';

/** The state of a version on a day, YYYY-MM-DD. */
export function stateOn(version: Lifetime, day: string): LifecycleState {
  const has = (stage: Stage) => (version[stage] ?? '9999-99-99') <= day;
  if (!has('released')) return 'draft';
  if (has('sunset')) return 'sunset';
  if (has('deprecated')) return 'deprecated';
  return has('maintained') ? 'maintained' : 'active';
}

/** The versions in their order, the oldest first, with only those of their days that the calendar has. */
export function lifetimesInOrder(versions: Lifetimes): [string, Lifetime][] {
  return oldestFirst(Object.keys(versions)).map((label) => {
    const days = stages.flatMap((stage) => {
      const day = versions[label]?.[stage];
      return day !== undefined && isDate(day) ? [[stage, day] as const] : [];
    });
    return [label, Object.fromEntries(days)];
  });
}

/** Whole days between two days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to) - startOf(from)) / 86_400_000);
}

/** The day that lies a number of days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(startOf(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export function issueAt(label: string, key: string, code: string, message: string): Issue {
  return atValue(['versioning', 'versions', label, key], { code, message });
}
