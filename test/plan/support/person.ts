import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OutputFile, Plan } from '../../../src/plan/index.ts';
import { actions } from './outputs.ts';

/**
 * What a person does to a path: types something new, deletes it, puts back what was generated, makes it a link or a folder,
 * links the folder that it is in to one elsewhere, converts its line ends, pastes one of the generator's texts, writes bytes that are no text.
 */
export interface Edit {
  readonly kind:
    | 'type'
    | 'delete'
    | 'revert'
    | 'link'
    | 'folder'
    | 'linked-folder'
    | 'crlf'
    | 'paste'
    | 'binary';
  readonly path: string;
}

/** What is at a path: bytes of a file (as latin1), nothing, or something that is neither. */
type Look = string | undefined | 'blocked';
const BLOCKED: Look = '\0blocked';

/** Knows, apart from the generator's own lock, what in a directory is the person's and what the generator's. */
export class Person {
  readonly #root: string;
  readonly #outside: string;
  /** The texts that the generator was the last to write or to confirm. */
  readonly #generated = new Map<string, OutputFile>();
  /** Files that were deleted while they were generated. */
  readonly #deleted = new Set<string>();
  #typed = 0;

  constructor(root: string, outside: string) {
    this.#root = root;
    this.#outside = outside;
  }

  async edit({ kind, path }: Edit): Promise<void> {
    const target = join(this.#root, path);
    const now = await this.#lookAt(path);
    if (now === BLOCKED && kind !== 'delete') return;
    this.#typed += 1;
    if (kind === 'delete') {
      const deleted = (await this.#linkAbove(path)) ?? target;
      await rm(deleted, { recursive: true, force: true }).catch(() => undefined);
    } else if (kind === 'linked-folder') {
      const folder = dirname(target);
      await rm(folder, { recursive: true, force: true });
      await mkdir(dirname(folder), { recursive: true });
      await symlink(join(this.#outside, 'folder'), folder);
    } else if (kind === 'crlf') {
      if (now === undefined) return;
      await writeFile(target, now.replaceAll('\n', '\r\n'), 'latin1');
    } else if (kind === 'revert') {
      const text = this.#generated.get(path)?.text;
      if (text !== undefined) await this.#write(path, text);
    } else if (kind === 'link') {
      await rm(target, { force: true });
      await mkdir(dirname(target), { recursive: true });
      await symlink(join(this.#outside, this.#typed % 2 === 0 ? 'file' : 'folder'), target);
    } else if (kind === 'folder') {
      await rm(target, { force: true });
      await mkdir(target, { recursive: true });
    } else if (kind === 'paste') {
      await this.#write(path, 'one\n');
    } else {
      await this.#write(path, `${kind === 'binary' ? '\xFF\0' : ''}typed ${this.#typed}\n`);
    }
  }

  /** Looks at everything before a generation. */
  async look(
    outputs: readonly OutputFile[],
  ): Promise<{ assertKept: (plan: Plan) => Promise<void> }> {
    const next = new Map(outputs.map((output) => [output.path, output]));
    const paths = new Set([...next.keys(), ...this.#generated.keys(), 'mine', 'dir/mine', 'own/x']);
    const before = new Map<string, Look>();
    for (const path of paths) before.set(path, await this.#lookAt(path));
    const assertKept = async (plan: Plan): Promise<void> => {
      const reported = actions(plan);
      for (const [path, was] of before) {
        const now = await this.#lookAt(path);
        this.#check(path, { was, now, next: next.get(path), reported: reported[path] });
      }
    };
    return { assertKept };
  }

  /** One file after a generation: what the guarantees say of it. */
  #check(
    path: string,
    {
      was,
      now,
      next,
      reported,
    }: { was: Look; now: Look; next: OutputFile | undefined; reported: string | undefined },
  ): void {
    const generated = this.#generated.get(path);
    const isOurs = was !== BLOCKED && was !== undefined && plain(was) === latin1(generated?.text);
    // Who puts a deleted file back no longer wants it deleted.
    if (was !== undefined) this.#deleted.delete(path);
    if (was === undefined) this.#checkMissing(path, now, next, reported);
    else if (!isOurs && plain(was) !== latin1(next?.text)) {
      assert.equal(now, was, `G1, G2: ${path} was the person's`);
      if (next !== undefined) assert.equal(reported, 'keep');
      else if (generated !== undefined) assertTold(path, generated, reported, false);
    } else if (
      next !== undefined &&
      generated?.ownership === 'owned' &&
      next.ownership === 'owned'
    ) {
      assert.equal(now, was, `G1: ${path} is owned`);
    } else if (
      next === undefined &&
      generated !== undefined &&
      generated.ownership !== 'generated'
    ) {
      assert.equal(now, was, `G6: ${path} is not deleted`);
      assertTold(path, generated, reported, isOurs);
    } else if (next === undefined) assert.equal(now, undefined, `G6: ${path} goes`);
    else assert.equal(plain(now), latin1(next.text), `G4: ${path} is as generated`);
    this.#remember(path, now, next);
  }

  #checkMissing(
    path: string,
    now: Look,
    next: OutputFile | undefined,
    reported: string | undefined,
  ): void {
    if (next === undefined) {
      assert.equal(now, undefined);
      if (this.#generated.get(path)?.ownership === 'history') this.#deleted.add(path);
    } else if (this.#generated.has(path) || this.#deleted.has(path)) {
      assert.equal(now, undefined, `G5: ${path} stays deleted`);
      assert.equal(reported, 'deleted-by-user', `G5: ${path} is reported`);
      this.#deleted.add(path);
    } else {
      assert.equal(now, latin1(next.text), `G4: ${path} is as generated`);
    }
  }

  #remember(path: string, now: Look, next: OutputFile | undefined): void {
    const generated = this.#generated.get(path);
    if (next !== undefined && plain(now) === latin1(next.text)) {
      this.#generated.set(path, next);
    } else if (next?.ownership === 'owned' && generated === undefined && now !== undefined) {
      // A file in the place of an owned one is that one from then on.
      this.#generated.set(path, next);
    } else if (next !== undefined && generated !== undefined && now !== undefined) {
      this.#generated.set(path, { ...generated, ownership: next.ownership });
    } else if (next === undefined && now === undefined && !this.#deleted.has(path)) {
      this.#generated.delete(path);
    }
  }

  /** The folder of a path that is a link. */
  async #linkAbove(path: string): Promise<string | undefined> {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = join(this.#root, path.slice(0, end));
      const stats = await lstat(folder).catch(() => undefined);
      if (stats?.isSymbolicLink() === true) return folder;
    }
    return undefined;
  }

  async #lookAt(path: string): Promise<Look> {
    const segments = path.split('/');
    for (const [index] of segments.entries()) {
      const at = join(this.#root, ...segments.slice(0, index + 1));
      const stats = await lstat(at).catch(() => undefined);
      if (stats === undefined) return undefined;
      const isLast = index === segments.length - 1;
      if (isLast ? !stats.isFile() : !stats.isDirectory()) return BLOCKED;
    }
    return readFile(join(this.#root, path), 'latin1');
  }

  async #write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.#root, path)), { recursive: true });
    await writeFile(join(this.#root, path), text, 'latin1');
  }
}

/** Bytes without CRLF, if all its line ends are: that is no edit. */
function plain(look: Look): Look {
  if (look === undefined || !look.includes('\r\n')) return look;
  return /(?<!\r)\n|\r(?!\n)/.test(look) ? look : look.replaceAll('\r\n', '\n');
}

function latin1(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text).toString('latin1');
}

/** History is kept without a word: no generation makes it again. */
function assertTold(
  path: string,
  { ownership }: OutputFile,
  reported: string | undefined,
  isOurs: boolean,
): void {
  const ofHistory = isOurs ? 'unchanged' : 'keep';
  assert.equal(reported, ownership === 'history' ? ofHistory : 'leave', `G6: ${path} is reported`);
}
