import { planService, type PlanServiceInput } from '../generate.ts';
import { LockError, type Plan, readLock, UnfinishedRunError } from '../plan/index.ts';
import { packageVersion } from '../rendering/package-root.ts';
import { sentence, type Mistake } from '../specification/index.ts';
import { compare } from '../plan/paths.ts';
import { editsIn } from './edits.ts';
import { pastSunsets } from './past-sunsets.ts';
import type { CheckResult, Finding, FindingKind } from './types.ts';

/**
 * Compares a service with what its specification generates. Reads only, asks nothing, and uses no network. What a person edited is no
 * finding as long as the generator has nothing new for it.
 */
export async function checkService(
  input: PlanServiceInput,
  generator: string = packageVersion(),
): Promise<CheckResult> {
  try {
    const lock = await readLock(input.destination);
    if (lock !== undefined && lock.generator !== generator) {
      return resultOf([otherGenerator(lock.generator, generator)]);
    }
    const planned = await planService(input);
    if (!planned.ok) return resultOf(planned.mistakes.map(ofMistake));
    const { plan, specification } = planned;
    const { file, now = new Date() } = input;
    const reminders = pastSunsets(specification, file, now.toISOString().slice(0, 10));
    return {
      ...resultOf(ofPlan(plan, lock !== undefined), plan),
      ...(reminders.length === 0 ? {} : { reminders }),
    };
  } catch (error) {
    const kind = knownErrors.find(([type]) => error instanceof type)?.[1];
    if (kind === undefined || !(error instanceof Error)) throw error;
    return resultOf([{ kind, where: '.resource-service', message: error.message }]);
  }
}

const knownErrors = [
  [LockError, 'records'],
  [UnfinishedRunError, 'unfinished'],
] as const;

/** Codes of changes that a released version does not permit, or not without an acknowledgement. */
const ofGate: ReadonlySet<string> = new Set([
  'released-version',
  'breaking-change',
  'not-acknowledged',
  'not-kept',
]);

const SEVERE: ReadonlySet<FindingKind> = new Set(['invalid', 'breaking', 'conflict', 'in-the-way']);

function resultOf(findings: readonly Finding[], plan?: Plan): CheckResult {
  const sorted = [...findings].sort(
    (a, b) => compare(a.where, b.where) || compare(a.kind, b.kind) || compare(a.message, b.message),
  );
  const isSevere = findings.some(({ kind }) => SEVERE.has(kind));
  const status = isSevere ? 2 : findings.length > 0 ? 1 : 0;
  return { status, findings: sorted, edits: plan === undefined ? [] : editsIn(plan) };
}

function otherGenerator(made: string, now: string): Finding {
  const message =
    `version ${made} of the generator made this service, and this is version ${now}: ` +
    `check it with version ${made}, or generate it again with version ${now} and commit that`;
  return { kind: 'generator', where: '.resource-service/lock', message };
}

function ofMistake(mistake: Mistake): Finding {
  const { file, line, column, path, code } = mistake;
  const kind = ofGate.has(code) ? 'breaking' : 'invalid';
  const key = path.length === 0 ? '' : ` (${path.join('.')})`;
  return { kind, where: `${file}:${line}:${column}${key}`, message: sentence(mistake) };
}

function ofPlan({ files, obstacles, changes }: Plan, hasLock: boolean): Finding[] {
  const inTheWay = obstacles.map(({ path, reason, message }): Finding => {
    // Without a lock, what a person edited looks like somebody else's.
    const isRecords = reason === 'damaged' || (reason === 'foreign' && !hasLock);
    const kind = reason === 'conflict' ? 'conflict' : isRecords ? 'records' : 'in-the-way';
    return { kind, where: path, message };
  });
  const changed = files.flatMap(({ path, action }): Finding[] =>
    action in WOULD
      ? [
          {
            kind: action as keyof typeof WOULD,
            where: path,
            message: WOULD[action as keyof typeof WOULD],
          },
        ]
      : [],
  );
  const found = [...inTheWay, ...changed];
  if (found.length > 0) return found;
  return changes.map(({ path }) => ({ kind: 'records', where: path, message: RECORDS }));
}

const WOULD = {
  create: 'would be created',
  rewrite: 'would be rewritten',
  merge: 'would be merged with what was edited',
  delete: 'would be deleted',
} as const;

const RECORDS =
  'is missing or does not fit what is generated: run resource-service, or restore it from version control';
