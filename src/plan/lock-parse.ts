import { LockError, UnsafePathError } from './errors.ts';
import { isReserved } from './layout.ts';
import { encode, FORMAT, FORMATTED } from './lock-format.ts';
import { assertSafePath, compare } from './paths.ts';
import type { Lock, LockEntry, Ownership } from './types.ts';

/**
 * Reads a lock as formatLock writes it; the order of the lines does not matter, so that a merge by hand is enough. Throws
 * LockError for everything else: damaged, from a later format, or with git's conflict markers.
 */
export function parseLock(text: string): Lock {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
  for (const { line, number } of lines) assertNoConflict(line, number);
  assertFormat(lines[0]?.line ?? '');
  const header = new Map<string, string>();
  const files = new Map<string, LockEntry>();
  const theirs = new Set<string>();
  for (const { line, number } of lines.slice(1)) {
    if (line === '') continue;
    if (line.startsWith('# ')) {
      const [key, value] = parseFact(line, number);
      if (header.has(key)) throw new LockError(number, `"${key}" is there twice`);
      header.set(key, value);
    } else if (line.endsWith('/ theirs')) {
      theirs.add(parsePath(line.slice(0, -'/ theirs'.length), number));
    } else {
      const entry = parseEntry(line, number);
      if (files.has(entry.path)) {
        throw new LockError(number, `${entry.path} is there twice; keep one of the two lines`);
      }
      files.set(entry.path, entry);
    }
  }
  const { generator, ...facts } = Object.fromEntries(header);
  if (generator === undefined) throw new LockError(1, 'the line "# generator" is missing');
  return {
    generator,
    header: facts,
    files: [...files.values()].sort((a, b) => compare(a.path, b.path)),
    theirs: [...theirs].sort(compare),
  };
}

/** Throws TypeError if these facts could not be read back. */
export function assertHeader(generator: string, header: Readonly<Record<string, string>>): void {
  if ('generator' in header) throw new TypeError('The header names the generator by itself.');
  for (const [key, value] of Object.entries({ ...header, generator })) {
    const [, readKey, readValue] = FACT.exec(`# ${key} ${value}`) ?? [];
    if (readKey !== key || readValue !== value) {
      throw new TypeError(`${JSON.stringify({ [key]: value })} cannot be recorded in the lock.`);
    }
  }
}

const FACT = /^# ([a-zA-Z][a-zA-Z0-9.-]*) (\S|\S[^\p{Cc}\p{Zl}\p{Zp}]*\S)$/u;
const OWNERSHIPS: ReadonlySet<string> = new Set<Ownership>([
  'generated',
  'owned',
  'frozen',
  'history',
]);

function assertNoConflict(line: string, number: number): void {
  if (!/^(<{7}|\|{7}|={7}|>{7})( |$)/.test(line)) return;
  throw new LockError(
    number,
    'git left a merge conflict here; keep either side, remove the markers and run the generator again, which sets it right',
  );
}

function assertFormat(line: string): void {
  const found = /^# resource-service lock (\d+)$/.exec(line);
  if (found === null) throw new LockError(1, 'this is not a lock of resource-service');
  if (Number(found[1]) === FORMAT) return;
  throw new LockError(
    1,
    `the format ${found[1]} is not known to this generator, which reads ${FORMAT}; use the generator that wrote it or a later one`,
  );
}

function parseFact(line: string, number: number): [string, string] {
  const [, key, value] = FACT.exec(line) ?? [];
  if (key === undefined || value === undefined) {
    throw new LockError(number, 'a header line is "# key value"');
  }
  return [key, value];
}

function parseEntry(line: string, number: number): LockEntry {
  const [path, ownership, sha256, template, ...rest] = line.split(' ');
  const formatted = rest.at(-1)?.startsWith(FORMATTED) === true ? rest.at(-1) : undefined;
  const flags = formatted === undefined ? rest : rest.slice(0, -1);
  if (path === undefined || template === undefined) {
    throw new LockError(number, 'a line is "path ownership sha256 template"');
  }
  if (!isOwnership(ownership)) throw new LockError(number, `"${ownership}" is no ownership`);
  if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw new LockError(number, `"${sha256}" is no SHA-256 in hexadecimal`);
  }
  const executable = flags[0] === 'executable';
  const deleted = flags[executable ? 1 : 0] === 'deleted';
  if (flags.length !== Number(executable) + Number(deleted)) {
    throw new LockError(number, `"${flags.join(' ')}" is not known after the template`);
  }
  return {
    path: parsePath(path, number),
    ownership,
    sha256,
    template: decode(template, number),
    executable,
    deleted,
    ...(formatted === undefined ? {} : { formatted: formatted.slice(FORMATTED.length) }),
  };
}

function isOwnership(word: string | undefined): word is Ownership {
  return word !== undefined && OWNERSHIPS.has(word);
}

function parsePath(word: string, number: number): string {
  const path = decode(word, number);
  try {
    assertSafePath(path);
  } catch (error) {
    if (error instanceof UnsafePathError) throw new LockError(number, error.message.slice(0, -1));
    throw error;
  }
  if (isReserved(path)) throw new LockError(number, `${path} belongs to the bookkeeping`);
  return path;
}

function decode(word: string, number: number): string {
  try {
    const text = decodeURIComponent(word);
    if (word !== '' && encode(text) === word) return text;
  } catch {
    // Falls through to the one error below.
  }
  throw new LockError(number, `"${word}" is not encoded as this generator does`);
}
