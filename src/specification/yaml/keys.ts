import { isNode, isScalar } from 'yaml';
import type { Issue, IssueDetails, Path } from '../issue.ts';
import { defined } from '../plain.ts';
import { shown } from '../shown.ts';
import { unusableCharacter, unusableMessage } from './text.ts';

/** Keys through which code could reach a prototype; no mapping of the file may have them, but where keys are values of an enumeration. */
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype']);

interface Key {
  readonly name: string;
  readonly offset: number;
}

/** The name that a key stands for, or what is wrong with it. Only versions may be numbers: `versions: { 1: … }`. */
export function checkKey(key: unknown, path: Path): Key | Issue {
  const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
  const refuse = (details: IssueDetails): Issue => ({ path, at: 'key', offset, ...details });
  if (!isScalar(key)) return refuse({ code: 'key-not-text', message: 'a key is plain text' });
  const { value, source } = key;
  if (typeof value === 'number' && isVersions(path) && /^(0|[1-9][0-9]*)$/.test(source ?? '')) {
    return { name: String(value), offset };
  }
  if (typeof value !== 'string') {
    const suggestion = source === undefined || source === '' ? undefined : JSON.stringify(source);
    const message = `a key is text, not ${shown(value)}`;
    return refuse({ code: 'key-not-text', message, ...defined({ suggestion }) });
  }
  const details = validateKey(value, path);
  return details === undefined ? { name: value, offset } : refuse(details);
}

/**
 * What is wrong with a key.
 *
 * @param path of the mapping
 */
export function validateKey(key: string, path: Path = []): IssueDetails | undefined {
  const isName = !isTable(path);
  if (isName && key === '<<') {
    return { code: 'merge-key', message: 'merge keys are not read; write the members out' };
  }
  if (isName && prototypeKeys.has(key)) {
    return { code: 'forbidden-key', message: `the key ${shown(key)} is not allowed anywhere` };
  }
  if (unusableCharacter(key) === -1) return undefined;
  return { code: 'unusable-text', message: unusableMessage };
}

/** `map: { values: { … } }` is read as a table alone: its keys are values of an enumeration, and those may be any text. */
function isTable(path: Path): boolean {
  return path.at(-1) === 'values' && path.at(-2) === 'map';
}

function isVersions(path: Path): boolean {
  return path.length === 2 && path[0] === 'versioning' && path[1] === 'versions';
}
