import { membersOf, memberOf, type Source } from '../source.ts';
import { operationsOf, shownOperation, type Operation } from './operation.ts';

/** One segment of the paths, with all that stands below it. */
export interface Segment {
  /** Absent for a parameter. */
  readonly literal?: string;
  /** Absent for a literal. */
  readonly parameter?: string;
  readonly literals: Map<string, Segment>;
  below?: Segment;
  readonly operations: Map<string, Operation>;
}

export interface Addresses {
  readonly root: Segment;
  /** What all paths begin with and is no collection, such as `api`. */
  readonly prefix: readonly string[];
  /** What the paths begin with as a version, such as `v2`. */
  readonly version?: string;
}

export function segment(names: { literal?: string; parameter?: string }): Segment {
  return { ...names, literals: new Map(), operations: new Map() };
}

const versionForm = /^v?[0-9]{1,4}(\.[0-9]{1,4})*$/i;

/** Puts the paths of the document together as a tree, without what all of them begin with. */
export function addressesOf(source: Source): Addresses {
  const all = membersOf(memberOf(source.root, 'paths'))
    .filter(([address]) => address.startsWith('/'))
    .map(([address, item]) => ({
      address,
      segments: address.split('/').filter((part) => part !== ''),
      operations: operationsOf(address, item, source),
    }))
    .filter(({ operations }) => operations.length > 0);
  const prefix = sharedPrefix(all.map(({ segments }) => segments));
  const rest = all.map((each) => ({ ...each, segments: each.segments.slice(prefix.length) }));
  const version = newest(rest.map(({ segments }) => segments[0] ?? '').filter(isVersion));
  const root = segment({});
  for (const { segments, operations } of rest) {
    const [first = ''] = segments;
    const isVersioned = version !== undefined && isVersion(first);
    if (isVersioned && first !== version) {
      dropAll(operations, source, `belongs to another version than ${version}, the newest`);
      continue;
    }
    enter(root, isVersioned ? segments.slice(1) : segments, operations, source);
  }
  const words = prefix.filter((each) => !isVersion(each));
  const label = version ?? prefix.find(isVersion);
  return { root, prefix: words, ...(label === undefined ? {} : { version: label }) };
}

export function isVersion(text: string): boolean {
  return versionForm.test(text);
}

function newest(labels: readonly string[]): string | undefined {
  const numbers = (label: string) => label.replace(/^v/i, '').split('.').map(Number);
  return [...new Set(labels)].sort((one, other) => {
    const [a, b] = [numbers(one), numbers(other)];
    const at = a.findIndex((part, index) => part !== b[index]);
    return at === -1 ? 0 : (b[at] ?? -1) - (a[at] ?? -1);
  })[0];
}

/** Literals that all paths begin with, none of them ends with and no parameter follows. */
function sharedPrefix(paths: readonly string[][]): string[] {
  const prefix: string[] = [];
  if (paths.length === 0) return prefix;
  for (;;) {
    const at = prefix.length;
    const [word = ''] = paths[0]?.slice(at) ?? [];
    const isShared = paths.every((segments) => {
      const [here, next] = segments.slice(at);
      return here === word && next !== undefined && !next.includes('{');
    });
    if (!isShared || word.includes('{')) return prefix;
    prefix.push(word);
  }
}

function enter(
  root: Segment,
  segments: readonly string[],
  operations: readonly Operation[],
  source: Source,
): void {
  let at = root;
  for (const text of segments) {
    const [, parameter] = /^\{([^{}]+)\}$/.exec(text) ?? [];
    if (parameter !== undefined) at = at.below ??= segment({ parameter });
    else if (/[{}]/.test(text)) {
      dropAll(operations, source, 'has a segment that is only partly a parameter');
      return;
    } else {
      const next = at.literals.get(text) ?? segment({ literal: text });
      at.literals.set(text, next);
      at = next;
    }
  }
  for (const operation of operations) {
    if (at.operations.has(operation.method)) {
      dropAll(
        [operation],
        source,
        'has the same address as another, apart from the names of parameters',
      );
    } else at.operations.set(operation.method, operation);
  }
}

/** `why` goes on after the operation. */
export function dropAll(operations: Iterable<Operation>, source: Source, why: string): void {
  for (const operation of operations) {
    source.findings.add('dropped', operation.part.path, `${shownOperation(operation)} ${why}`);
  }
}
