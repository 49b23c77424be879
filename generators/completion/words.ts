import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMapping, own } from '../../src/specification/plain.ts';
import { commands, options as appOptions } from '../app/options.ts';
import { specificationFile } from '../app/place.ts';
import type { Options } from '../command/options.ts';
import { shells } from './scripts.ts';

/** Words that no shell breaks up or acts on. */
const plain = /^[\w.@/-]+$/;

/** What can stand where the last of these words is; empty: files, or nothing that is known. */
export async function wordsFor(words: readonly string[], cwd: string): Promise<string[]> {
  const { before, joined, current } = split(words);
  const found = await candidates(before, current, cwd);
  return [...new Set(found)]
    .filter((each) => plain.test(each) && each.startsWith(current))
    .map((each) => joined + each);
}

interface Split {
  readonly before: readonly string[];
  /** What the last word begins with and keeps: an option and its equals sign. */
  readonly joined: string;
  readonly current: string;
}

/** An option and its value can be one word, which bash breaks into three at the equals sign. */
function split(words: readonly string[]): Split {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (last === '=') return { before, joined: '', current: '' };
  if (before.at(-1) === '=') return { before: before.slice(0, -1), joined: '', current: last };
  const [, joined, current] = /^(--[^=]+=)(.*)$/.exec(last) ?? [];
  if (joined === undefined || current === undefined) return { before, joined: '', current: last };
  return { before: [...before, joined.slice(0, -1)], joined, current };
}

async function candidates(
  before: readonly string[],
  current: string,
  cwd: string,
): Promise<readonly string[]> {
  const [first] = before;
  const command = first !== undefined && commands.includes(first) ? first : undefined;
  const options = await optionsOf(command);
  const value = valueAfter(before.at(-1), options);
  if (value !== undefined) return valuesOf(value);
  if (current.startsWith('-')) return options.names.map((name) => `--${name}`);
  if (before.length === 0) return [...commands, 'help'];
  const rest = before
    .slice(1)
    .filter(
      (word, index) => !word.startsWith('-') && valueAfter(before[index], options) === undefined,
    );
  switch (first) {
    case 'help':
      return commands;
    case 'completion':
      return rest.length === 0 ? shells : [];
    case 'version':
      return versionWords(rest, cwd);
    case 'kit':
      return kitWords(rest);
    case 'resource':
      return rest.length === 0 ? namesIn(await specificationIn(cwd), 'resources') : [];
    case 'explain':
      return rest.length === 0 ? keyWords(current, cwd) : [];
    default:
      return [];
  }
}

/** Each command has a list of its own, which is loaded where it is asked for. */
async function optionsOf(command: string | undefined): Promise<Options> {
  switch (command) {
    case 'resource':
      return (await import('../resource/options.ts')).options;
    case 'version':
      return (await import('../version/options.ts')).options;
    case 'classify':
      return (await import('../classify/options.ts')).options;
    case 'import':
      return (await import('../import/options.ts')).options;
    case 'check':
      return (await import('../check/options.ts')).options;
    case 'kit':
      return (await import('../kit/options.ts')).options;
    case 'explain':
      return (await import('../explain/options.ts')).options;
    case 'eject':
      return (await import('../eject/options.ts')).options;
    default:
      return appOptions;
  }
}

/** How the help calls the value of the option that stands before; undefined: that is no option with a value. */
function valueAfter(word: string | undefined, options: Options): string | undefined {
  const name = word?.startsWith('--') === true ? word.slice(2) : undefined;
  return name !== undefined && options.has(name) ? options.get(name).value : undefined;
}

async function valuesOf(value: string): Promise<readonly string[]> {
  if (value === 'REF') return (await import('../../src/kits/find.ts')).shippedKits;
  return value.includes('|') ? value.split('|') : [];
}

async function versionWords(rest: readonly string[], cwd: string): Promise<readonly string[]> {
  const { mayName, naming, subcommands } = await import('../version/subcommands.ts');
  const [subcommand] = rest;
  if (subcommand === undefined) return subcommands;
  if (rest.length > 1 || !(naming.has(subcommand) || mayName.has(subcommand))) return [];
  return namesIn(await specificationIn(cwd), 'versioning', 'versions');
}

async function kitWords(rest: readonly string[]): Promise<readonly string[]> {
  const { commands: all } = await import('../kit/command-line.ts');
  if (rest.length === 0) return all;
  return rest[0] === 'inspect' ? valuesOf('REF') : [];
}

/** Keys of the schema; where the author chooses names, those of the file. */
async function keyWords(current: string, cwd: string): Promise<string[]> {
  const { keysAt } = await import('../../src/specification/key-schema.ts');
  const path = current.split('.').slice(0, -1);
  const keys = [...keysAt(path), ...namesIn(await specificationIn(cwd), ...path)];
  return keys.map((key) => [...path, key].join('.'));
}

/** Of the service in a directory; whatever is wrong with it, completion says nothing. */
async function specificationIn(cwd: string): Promise<unknown> {
  try {
    const { parse } = await import('yaml');
    return parse(await readFile(join(cwd, specificationFile), 'utf8'));
  } catch {
    return undefined;
  }
}

function namesIn(specification: unknown, ...path: readonly string[]): string[] {
  let found = specification;
  for (const key of path) found = isMapping(found) ? own(found, key) : undefined;
  return isMapping(found) ? Object.keys(found) : [];
}
