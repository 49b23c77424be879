import { isDeepStrictEqual } from 'node:util';
import { frozenFiles } from '../../../generators/version/frozen-files.ts';
import { runFreeze } from '../../../generators/version/run-freeze.ts';
import { openStepOf, withStep } from '../../../src/evolution/draft/open-step.ts';
import { hooksIn } from '../../../src/evolution/draft/hooks.ts';
import { noContracts, parseContracts, type Contracts } from '../../../src/evolution/index.ts';
import { nameOf } from '../../../src/gate/acknowledgements.ts';
import { passGate, type Passage as GatePassage } from '../../../src/gate/gate.ts';
import { passOlder } from '../../../src/gate/older.ts';
import { releaseOf } from '../../../src/gate/released.ts';
import { openStep } from '../../../src/generate/promises.ts';
import { renderedWith } from '../../../src/generate/render-service.ts';
import { knownChanges } from '../../../src/migrations/compare/known-changes.ts';
import { parseSnapshot } from '../../../src/migrations/snapshot.ts';
import { readSpecification, type Reading } from '../../../src/specification/index.ts';
import type { StoredMigrations } from '../../../src/stored-migrations.ts';
import { linkAllDependencies } from '../dependencies.ts';
import { writeFiles } from '../render-unformatted.ts';
import { answered } from './answers.ts';
import { walls } from './walls.ts';

type Read = Extract<Reading, { ok: true }>;

/** Specifications of two versions, or a version and what it is to be with its next minor release, as texts. */
export interface VersionPair {
  readonly older: string;
  readonly newer: string;
}

/** What says why a version cannot be made. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What a person has to decide, to write or to take back. */
export class Wall extends Error {
  override readonly name = 'Wall';
}

/** What becomes of rows between two versions. */
export interface Passage {
  /** Tables and columns whose rows and values the migration lets go. */
  readonly losses: readonly string[];
  /** The rows of a client may be those of another one, by other rules. */
  readonly haveOtherRules: boolean;
}

const migrations = 'src/storage/migrations/';

/**
 * Generates the older version, has it show its contract, drafts the step, and generates the newer version with that. Where both are the
 * same version, there is no step: the gate has to let the changes pass.
 *
 * @param places one for each version
 * @throws {Wall} where the tool says that a person is needed
 * @throws {Refusal} where it refuses what it should carry
 */
export async function generateNewer(
  pair: VersionPair,
  places: { readonly older: string; readonly newer: string },
): Promise<Passage> {
  const was = reading(pair.older);
  const former = await rendered(noContracts, was, undefined);
  writeFiles(places.older, former.files);
  linkAllDependencies(places.older);
  const frozen = await frozenBy(places.older, was);
  const { contracts, text } = await stepped(pair.newer, frozen);
  const snapshot = parseSnapshot(former.tables);
  if (!snapshot.ok) throw new Refusal(snapshot.problem);
  const stored = {
    kept: former.files.filter(({ path }) => path.startsWith(migrations)),
    snapshot: snapshot.snapshot,
    number: 2,
  };
  const is = reading(text);
  const { files, migration } = await rendered(contracts, is, stored);
  const service = { path: 'service.yaml', text };
  writeFiles(places.newer, [...stored.kept, ...files, ...contracts.files, service]);
  const haveOtherRules = !isDeepStrictEqual(
    was.resolved.authentication.rules,
    is.resolved.authentication.rules,
  );
  return { losses: migration?.losses ?? [], haveOtherRules };
}

function reading(text: string): Read {
  const read = readSpecification(text, 'service.yaml');
  if (!read.ok) throw refusal(read.mistakes);
  return read;
}

async function rendered(
  contracts: Contracts,
  read: Read,
  stored: StoredMigrations | undefined,
): Promise<Extract<Awaited<ReturnType<typeof renderedWith>>, { ok: true }>> {
  const known = knownChanges(read.specification, openStep(contracts, read.resolved));
  const common = { isLenient: false, isFormatted: false, runtime: { pinNode: false } };
  const asked = await answered(async (answers) => {
    const result = await renderedWith(contracts, read, { ...common, known, answers, stored });
    return { result, questions: result.ok ? [] : (result.questions ?? []) };
  });
  if (asked === undefined) throw new Wall('unanswered');
  if (!asked.result.ok) throw refusal(asked.result.mistakes);
  return asked.result;
}

/** What `version release` freezes of a service. */
async function frozenBy(directory: string, { resolved }: Read): Promise<Contracts> {
  const shown = await runFreeze(directory);
  if (!shown.ok) throw new Refusal(shown.failure.what);
  const freezing = { label: '1', release: '1.0.0' };
  const parsed = parseContracts(frozenFiles(freezing, resolved, shown.shown, noContracts));
  if (!parsed.ok) throw refusal(parsed.mistakes);
  return parsed.contracts;
}

/** The contracts with the drafted step, and the newer specification with what was accepted. */
async function stepped(
  text: string,
  frozen: Contracts,
): Promise<{ readonly contracts: Contracts; readonly text: string }> {
  const read = reading(text);
  const open = await answered((answers) => {
    const asked = openStepOf(read, frozen, answers);
    return asked ?? { questions: [] };
  });
  if (open === undefined) throw new Wall('unanswered');
  if (!('path' in open)) return { contracts: frozen, text: accepted(read, frozen, text) };
  const unknown = open.issues.filter(({ code }) => !walls.has(code));
  if (unknown.length > 0) throw refusal(unknown);
  if (open.issues.length > 0) throw new Wall(open.issues.map(({ code }) => code).join(' '));
  if (open.step === undefined) throw new Refusal('the drafted step does not fit the two versions');
  if (hooksIn(open.step).length > 0) throw new Wall('hook');
  const contracts = withStep(frozen, open);
  const { step } = open;
  const passed = acknowledgingAll((names) => passOlder(step, read, text, names));
  if (!passed.ok) throw refusal(passed.issues);
  return { contracts, text: passed.text };
}

/** A newer specification of the version that is released, with the changes that are acknowledged. */
function accepted(read: Read, frozen: Contracts, text: string): string {
  const release = releaseOf(undefined, read.resolved, frozen, new Date());
  if (release === undefined) throw new Refusal('nothing is released');
  const passed = acknowledgingAll((names) => passGate(release, read, text, names));
  if (!passed.ok) throw new Wall(passed.issues.map(({ code }) => code).join(' '));
  return passed.text;
}

/** What the gate says once all is acknowledged that it asks for. */
function acknowledgingAll(pass: (names: readonly string[]) => GatePassage): GatePassage {
  const first = pass([]);
  return first.ok ? first : pass(first.unacknowledged.map(nameOf));
}

function refusal(
  mistakes: readonly { readonly code: string; readonly message: string }[],
): Refusal {
  return new Refusal(mistakes.map(({ code, message }) => `${code}: ${message}`).join('\n'));
}
