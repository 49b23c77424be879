import { createHash } from 'node:crypto';
import { earlierTexts } from './earlier-texts.ts';
import { trustedTemplates, storedFiles } from './generate/kits.ts';
import {
  completedContracts,
  contractFiles,
  contractsOf,
  openStep,
  passage,
  passedOlder,
} from './generate/promises.ts';
import { movedRules } from './generate/moved-rules.ts';
import { renderedWith } from './generate/render-service.ts';
import {
  specificationPath,
  type Decisions,
  type PlannedService,
  type PlanServiceInput,
} from './generate/types.ts';
import { kitsFor } from './kits/index.ts';
import { formerNamePlaces, knownChanges } from './migrations/compare/known-changes.ts';
import {
  makePlan,
  readLock,
  readStoredText,
  type Lock,
  type OutputFile,
  type Plan,
} from './plan/index.ts';
import { packageVersion } from './rendering/package-root.ts';
import { machineHasCurrentNode } from './runtime.ts';
import { readSpecification, withModeline, withoutModeline } from './specification/index.ts';
import { atKey, type Issue } from './specification/issue.ts';
import { formerList, readStoredMigrations } from './stored-migrations.ts';

export { composeNewService, type ComposedSpecification } from './generate/compose.ts';
export type { Decisions, PlannedService, PlanServiceInput } from './generate/types.ts';

/** Says which files reviews fold: those that the generator writes. */
const foldingRules = '.gitattributes';

/** From the text of a specification to a plan of everything that would be written. Writes nothing. */
export async function planService(input: PlanServiceInput): Promise<PlannedService> {
  const named = await kitsFor(input.text, input.destination, input.file);
  if (!named.ok) return named;
  const read = input.reading ?? readSpecification(input.text, input.file, named.kits);
  if (!read.ok) return { ok: false, mistakes: read.mistakes };
  if (input.isLast === true && named.kits !== undefined) {
    const { withoutKits } = await import('./kits/plain.ts');
    const { reading: _, madeFrom = input.text, ...others } = input;
    return planService({ ...others, text: withoutKits(input.text, named.kits), madeFrom });
  }
  const found = await contractsOf(input);
  if (!found.ok) return found;
  const passed = await passage(input, read, found.contracts);
  if (!passed.ok) return passed;
  const completed = await completedContracts(input, read, found.contracts);
  if (!completed.ok) return completed;
  const { contracts, drafted, step, asked } = completed;
  const older = step === undefined ? passed : await passedOlder(input, step, read, passed.text);
  if (!older.ok) return older;
  const { isLast = false } = input;
  const lock = await readLock(input.destination);
  const trusted = await trustedTemplates(named.loaded, lock, input.trust === true);
  if (trusted.issues.length > 0) return { ok: false, mistakes: read.placed(trusted.issues) };
  const pinNode = input.pinNode ?? isNodePinned(lock);
  const migrations = await readStoredMigrations(input.destination, lock, specificationPath);
  if (!migrations.ok) return migrations;
  const known = knownChanges(read.specification, openStep(contracts, read.resolved));
  const rendered = await renderedWith(contracts, read, {
    isLenient: input.isLenient === true,
    known,
    answers: input.answers ?? new Map(),
    stored: migrations.stored,
    runtime: { pinNode },
    isLast,
    overlays: trusted.overlays,
    earlierText: earlierTexts(input.destination, lock),
    ...(input.formatter === undefined ? {} : { formatter: input.formatter }),
    ...(input.onProgress === undefined ? {} : { onProgress: input.onProgress }),
  });
  if (!rendered.ok) return { ...rendered, asked: [...asked, ...(rendered.asked ?? [])] };
  const { files, tables, migration } = rendered;
  const { text, madeFrom } = await keptText(input, older.text, isLast);
  const specification: OutputFile = {
    path: specificationPath,
    text,
    ownership: 'generated',
    template: '(specification)',
    isGiven: true,
    ...madeFrom,
  };
  const kits = isLast ? [] : await storedFiles(named.loaded);
  const renamed = [...known.resources].map(([now, { value }]) => [now, value] as const);
  const moved = await movedRules(input.destination, files, renamed);
  const outputs = [...moved.files, specification, ...kits, ...contractFiles(contracts, drafted)];
  const header = {
    specification: createHash('sha256').update(text).digest('hex'),
    runtime: pinNode ? 'pinned' : 'system',
    ...trusted.header,
  };
  const replan = (decisions: Decisions): Promise<Plan> =>
    makePlan(input.destination, outputs, {
      generator: packageVersion(),
      header,
      tables,
      retired: [formerList, ...(isLast ? [foldingRules] : [])],
      isLast,
      ...decisions,
      drop: [...moved.left, ...(decisions.drop ?? [])],
    });
  const plan = await replan({});
  return {
    ok: true,
    plan,
    replan,
    specification: read.resolved,
    asked: [...asked, ...rendered.asked],
    nextCommands: commandsAfter(isLast, migration !== undefined),
    warnings: [
      ...read.warnings,
      ...read.placed([...formerNamePlaces(known).map(doneWith), ...moved.issues]),
    ],
    ...(migration === undefined ? {} : { migration }),
    ...(drafted === undefined ? {} : { drafted }),
  };
}

/**
 * The service's own specification stays as its authors wrote it, with what was acknowledged; one from elsewhere gets the line that
 * editors look for.
 */
async function keptText(
  { destination, text: given, madeFrom }: PlanServiceInput,
  text: string,
  isLast: boolean,
): Promise<{ readonly text: string; readonly madeFrom: Pick<OutputFile, 'madeFrom'> }> {
  if (isLast) return { text: withoutModeline(text), madeFrom: { madeFrom: madeFrom ?? given } };
  const own = await readStoredText(destination, specificationPath);
  if (own === undefined || (own !== given && own !== madeFrom)) {
    return { text: withModeline(text), madeFrom: {} };
  }
  return { text, madeFrom: text === own ? {} : { madeFrom: own } };
}

/** A former name is carried over by one generation. */
function doneWith(place: string): Issue {
  const message =
    'what it names is carried over by the generation that makes the migration; after that the key can go';
  return atKey(place.split('.'), { code: 'former-name-done', message });
}

function isNodePinned(lock: Lock | undefined): boolean {
  if (lock !== undefined) return lock.header['runtime'] === 'pinned';
  return !machineHasCurrentNode();
}

/** What a person does with what was generated. */
function commandsAfter(isLast: boolean, hasMigration: boolean): string[] {
  if (isLast) return ['npm test'];
  // Which rows are in the way is known before a start fails on them.
  const migration = hasMigration ? ['npm run migrate -- --plan'] : [];
  return ['npm install', 'npm test', ...migration, 'npm start'];
}
