import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  applyPlan,
  conflictsOf,
  type Environment,
  makePlan,
  type OutputFile,
  type Plan,
  recover,
  type Resolution,
} from '../../src/plan/index.ts';
import { dyingFiles, fastFiles } from '../plan/support/intercepted.ts';
import { actions, OPTIONS } from '../plan/support/outputs.ts';
import { deadProcesses } from '../plan/support/processes.ts';
import { identities, snapshot, temporary, write } from '../plan/support/trees.ts';
import { ALL_CASES, seed } from './support/cases.ts';
import { edit, type Edited, type HandEdit, handEdits } from './support/hand-edits.ts';
import { changes, renderChanged } from './support/renderings.ts';

/** One in ten of all cases is a whole folder. */
const CASES = ALL_CASES / 10;
const READ_ONLY = 0o444;
const DEAD: Environment = { files: fastFiles, processes: deadProcesses };

/** What is generated, without what belongs to people from the first day. */
const generations = await Promise.all(
  Object.values(changes).map(async (edits) => {
    const files = await renderChanged(edits);
    return files.filter(({ ownership }) => ownership === 'generated');
  }),
);
const withoutLabels = generations.map((files) =>
  files.filter(({ path }) => !path.includes('shipping-label')),
);
const all = [...generations, ...withoutLabels];
const paths = generations[0]?.map(({ path }) => path) ?? [];

/** What a person does to one file between two generations. */
type Deed =
  | {
      readonly kind: 'edit';
      readonly edits: readonly HandEdit[];
      /** It is made read-only then. */
      readonly isReadOnly: boolean;
    }
  | { readonly kind: 'read-only' }
  | { readonly kind: 'delete' | 'move' | 'link' | 'folder' };

interface Case {
  readonly from: number;
  readonly deeds: readonly (readonly [path: string, deed: Deed])[];
  readonly to: readonly number[];
  /** How conflicts are decided; `file`: in their files. */
  readonly decision: 'none' | 'file' | Extract<Resolution, string>;
  /** The change of the disk at which the process dies; 0: it does not. */
  readonly death: number;
}

const deedFor = (path: string): fc.Arbitrary<Deed> => {
  const edits = handEdits(path.endsWith('.ts') ? 'typescript' : 'other');
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(edits, fc.integer({ min: 0, max: 7 }))
        .map(([each, n]): Deed => ({ kind: 'edit', edits: each, isReadOnly: n === 0 })),
    },
    { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'read-only' }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('delete', 'move', 'link', 'folder') }),
    },
  );
};
const generation = fc.nat({ max: all.length - 1 });
const anyCase: fc.Arbitrary<Case> = fc.record({
  from: generation,
  deeds: fc
    .uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 3 })
    .chain((chosen) =>
      fc.tuple(...chosen.map((path) => deedFor(path).map((deed) => [path, deed] as const))),
    ),
  to: fc.array(generation, { minLength: 1, maxLength: 2 }),
  decision: fc.constantFrom('none', 'file', 'mine', 'next', 'both'),
  death: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
});

test('whatever a person edits and whatever is generated, nothing that they typed is lost', async (context) => {
  const seen = {
    merged: 0,
    conflicts: 0,
    kept: 0,
    deleted: 0,
    left: 0,
    refused: 0,
    deaths: 0,
    readOnly: 0,
  };
  const property = fc.asyncProperty(anyCase, async ({ from, deeds, to, decision, death }) => {
    await using directory = await temporary();
    const service = new Service(join(directory.path, 'service'), join(directory.path, 'outside'));
    await service.make(all[from] ?? []);
    for (const [path, deed] of deeds) await service.does(path, deed);
    for (const number of to) {
      const outputs = all[number] ?? [];
      const outcome = await service.regenerate(outputs, decision, death);
      seen.conflicts += outcome.conflicts;
      if (outcome.hasDied) seen.deaths += 1;
      seen.readOnly += outcome.readOnly;
      if (outcome.plan === undefined) {
        seen.refused += 1;
        break;
      }
      for (const { action } of outcome.plan.files) {
        if (action === 'merge') seen.merged += 1;
        if (action === 'keep') seen.kept += 1;
        if (action === 'deleted-by-user') seen.deleted += 1;
        if (action === 'leave') seen.left += 1;
      }
    }
  });
  await fc.assert(property, { numRuns: CASES, seed });
  for (const [what, count] of Object.entries(seen)) {
    assert.ok(count > 0, `${what} never happened`);
  }
  context.diagnostic(JSON.stringify(seen));
});

/** A service with a person in it, and what the guarantees say of both. */
class Service {
  readonly #root: string;
  readonly #outside: string;
  #generated = new Map<string, string>();
  readonly #edits = new Map<string, Edited>();
  readonly #gone = new Set<string>();
  /** Those of them that the generator has seen missing. */
  readonly #known = new Set<string>();
  readonly #blocked = new Set<string>();
  readonly #readOnly = new Set<string>();

  constructor(root: string, outside: string) {
    this.#root = root;
    this.#outside = outside;
  }

  async make(outputs: readonly OutputFile[]): Promise<void> {
    await write(this.#outside, { file: 'outside\n' });
    await applyPlan(await this.#plan(outputs), {}, DEAD);
    this.#remember(outputs);
    await write(this.#root, { 'src/mine.ts': 'export const mine = 1;\n' });
  }

  async does(path: string, deed: Deed): Promise<void> {
    const text = this.#generated.get(path);
    if (text === undefined) return;
    const target = join(this.#root, path);
    if (deed.kind === 'read-only') {
      await chmod(target, READ_ONLY);
      this.#readOnly.add(path);
      return;
    }
    if (deed.kind === 'edit') {
      const edited = edit(text, deed.edits);
      if (edited.text.replaceAll('\r\n', '\n') === text) return;
      this.#edits.set(path, edited);
      await write(this.#root, { [path]: edited.text });
      if (deed.isReadOnly) await this.does(path, { kind: 'read-only' });
      return;
    }
    if (deed.kind === 'move') {
      await mkdir(join(this.#root, 'own'), { recursive: true });
      await rename(target, join(this.#root, 'own', path.replaceAll('/', '-')));
    } else await rm(target);
    if (deed.kind === 'link') await symlink(join(this.#outside, 'file'), target);
    if (deed.kind === 'folder') await mkdir(target);
    const isBlocked = deed.kind === 'link' || deed.kind === 'folder';
    (isBlocked ? this.#blocked : this.#gone).add(path);
  }

  /** Generates and checks all guarantees. No plan: something is in the way. */
  async regenerate(
    outputs: readonly OutputFile[],
    decision: Case['decision'],
    death: number,
  ): Promise<{
    plan: Plan | undefined;
    conflicts: number;
    hasDied: boolean;
    /** Files that are rewritten although they are read-only. */
    readOnly: number;
  }> {
    const before = await snapshot(this.#root);
    let plan = await this.#plan(outputs);
    const conflicts = plan.conflicts.map(({ path }) => path);
    if (conflicts.length > 0) {
      await this.#assertOpened(plan, before);
      plan = await this.#decide(plan, outputs, decision);
    }
    if (plan.obstacles.length > 0) {
      await this.#assertUnchanged(before, conflicts);
      return { plan: undefined, conflicts: conflicts.length, hasDied: false, readOnly: 0 };
    }
    const started = await snapshot(this.#root);
    const hasDied = death > 0;
    if (hasDied && (await this.#die(plan, started, death))) plan = await this.#plan(outputs);
    else if (!hasDied) await this.#assertSamePlan(plan, outputs, decision);
    await applyPlan(plan, {}, DEAD);
    await this.#assertKept(started, plan, outputs, new Set(conflicts), decision);
    this.#remember(outputs);
    const settled = await identities(this.#root);
    const third = await this.#plan(outputs);
    assert.deepEqual(third.changes, [], `G3: ${JSON.stringify(actions(third))}`);
    await applyPlan(third, {}, DEAD);
    assert.deepEqual(await identities(this.#root), settled, 'G3');
    const rewritten = plan.changes.filter(
      ({ path, before: was, after }) => was && after && this.#readOnly.has(path),
    );
    return { plan, conflicts: conflicts.length, hasDied, readOnly: rewritten.length };
  }

  async #plan(
    outputs: readonly OutputFile[],
    resolutions: ReadonlyMap<string, Resolution> = new Map(),
  ): Promise<Plan> {
    return makePlan(this.#root, outputs, { ...OPTIONS, resolutions }, DEAD);
  }

  /** The words of a person are in the conflict file, and the conflict files are all that is new. */
  async #assertOpened(plan: Plan, before: Readonly<Record<string, string>>): Promise<void> {
    await applyPlan(conflictsOf(plan), {}, DEAD);
    await this.#assertUnchanged(
      before,
      plan.conflicts.map(({ path }) => path),
    );
    for (const { path } of plan.conflicts) {
      const text = await this.#read(`${path}.conflict`);
      for (const word of this.#edits.get(path)?.typed ?? []) {
        assert.ok(text.includes(word), `G1: ${word} is not in ${path}.conflict`);
      }
    }
  }

  async #assertUnchanged(
    before: Readonly<Record<string, string>>,
    conflicts: readonly string[],
  ): Promise<void> {
    const added = new Set([
      '.resource-service/conflicts',
      ...conflicts.map((path) => `${path}.conflict`),
    ]);
    const now = Object.entries(await snapshot(this.#root)).filter(([path]) => !added.has(path));
    const was = Object.entries(before).filter(([path]) => !added.has(path));
    assert.deepEqual(Object.fromEntries(now), Object.fromEntries(was), 'nothing else is written');
  }

  async #decide(
    plan: Plan,
    outputs: readonly OutputFile[],
    decision: Case['decision'],
  ): Promise<Plan> {
    if (decision === 'none') return plan;
    if (decision !== 'file') {
      const resolutions = new Map(plan.conflicts.map(({ path }) => [path, decision]));
      return this.#plan(outputs, resolutions);
    }
    for (const { path } of plan.conflicts) {
      const text = await this.#read(`${path}.conflict`);
      const decided = text.replaceAll(/^(<{7}|\|{7}|={7}|>{7})( .*)?\n/gm, '');
      await write(this.#root, { [`${path}.conflict`]: `${decided}// decided\n` });
    }
    return this.#plan(outputs);
  }

  /** G10: the same plan, whenever and in whatever order it is made. */
  async #assertSamePlan(
    plan: Plan,
    outputs: readonly OutputFile[],
    decision: Case['decision'],
  ): Promise<void> {
    const flagged = decision === 'none' || decision === 'file' ? [] : plan.files;
    const resolutions = new Map(flagged.map(({ path }) => [path, decision as Resolution]));
    const again = await this.#plan(outputs.toReversed(), resolutions);
    assert.deepEqual(again.changes, plan.changes, 'G10');
  }

  /** G7: a process that dies leaves all or nothing. True: all. */
  async #die(plan: Plan, before: Readonly<Record<string, string>>, at: number): Promise<boolean> {
    const { files } = dyingFiles(at, at % 2 === 0);
    await applyPlan(plan, {}, { ...DEAD, files }).catch(() => undefined);
    assert.deepEqual((await recover(this.#root, DEAD)).left, []);
    const after = await snapshot(this.#root);
    const isUndone =
      Object.keys(after).length === Object.keys(before).length &&
      Object.entries(before).every(([path, content]) => after[path] === content);
    if (isUndone) return false;
    for (const { path, after: wanted } of plan.changes) {
      const text = wanted === undefined ? undefined : Buffer.from(wanted.text).toString('latin1');
      assert.equal(after[path]?.replace(/^file \d+ /, ''), text, `G7: ${path}`);
    }
    return true;
  }

  async #assertKept(
    before: Readonly<Record<string, string>>,
    plan: Plan,
    outputs: readonly OutputFile[],
    conflicting: ReadonlySet<string>,
    decision: Case['decision'],
  ): Promise<void> {
    const reported = actions(plan);
    const next = new Map(outputs.map(({ path, text }) => [path, text]));
    for (const path of new Set([...next.keys(), ...this.#generated.keys()])) {
      const edited = this.#edits.get(path);
      if (this.#gone.has(path)) {
        if (next.has(path)) {
          assert.equal(reported[path], 'deleted-by-user', `G5: ${path}`);
          this.#known.add(path);
        } else if (!this.#known.has(path)) {
          // Deleted together with its resource: when that comes back, so does the file.
          this.#gone.delete(path);
        }
        assert.equal(await this.#isThere(path), false, `G5: ${path} stays deleted`);
      } else if (this.#blocked.has(path)) {
        assert.equal(reported[path], 'leave', `G2: ${path} is no longer generated`);
        assert.equal((await snapshot(this.#root))[path], before[path], `G2: ${path}`);
      } else if (edited === undefined) {
        const isThere = await this.#isThere(path);
        assert.equal(isThere, next.has(path), `G6: ${path}`);
        if (isThere) assert.equal(await this.#read(path), next.get(path), `G4: ${path}`);
      } else if (!next.has(path)) {
        assert.equal(reported[path], 'leave', `G6: ${path} is reported`);
        assert.equal((await snapshot(this.#root))[path], before[path], `G6: ${path} stays`);
      } else
        await this.#assertMerged(
          path,
          edited,
          next.get(path) ?? '',
          conflicting.has(path) ? decision : undefined,
        );
    }
    for (const path of this.#readOnly) {
      // When its resource comes back, it is a new file.
      if (!(await this.#isThere(path))) this.#readOnly.delete(path);
      else {
        const { mode } = await lstat(join(this.#root, path));
        assert.equal(mode & 0o777, READ_ONLY, `G1: ${path} stays read-only`);
      }
    }
    assert.equal(await this.#read('src/mine.ts'), 'export const mine = 1;\n', 'G2');
    assert.equal(await readFile(join(this.#outside, 'file'), 'utf8'), 'outside\n', 'G2');
  }

  /** G1: what was typed is there, what was taken out is not. */
  async #assertMerged(
    path: string,
    { typed, removed }: Edited,
    next: string,
    decision: Case['decision'] | undefined,
  ): Promise<void> {
    const now = await this.#read(path);
    if (decision === 'next' || decision === 'both' || decision === 'file') {
      if (decision === 'next') this.#edits.set(path, { text: now, typed: [], removed: [] });
      else this.#edits.set(path, { text: now, typed, removed: [] });
    }
    if (decision !== 'next') {
      for (const word of typed) assert.ok(now.includes(word), `G1: ${word} is not in ${path}`);
    }
    if (decision !== undefined) return;
    const lines = new Set(now.split(/\r?\n/).map((line) => line.trim()));
    const offered = next.split('\n').map((line) => line.trim());
    for (const line of removed) {
      const isOld = offered.filter((each) => each === line).length === 1;
      if (isOld) assert.ok(!lines.has(line), `G1: "${line}" is in ${path} again`);
    }
  }

  #remember(outputs: readonly OutputFile[]): void {
    this.#generated = new Map(outputs.map(({ path, text }) => [path, text]));
  }

  async #read(path: string): Promise<string> {
    return readFile(join(this.#root, path), 'utf8');
  }

  async #isThere(path: string): Promise<boolean> {
    return lstat(join(this.#root, path)).then(Boolean, () => false);
  }
}
