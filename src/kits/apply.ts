import { atValue, type Issue, type Path } from '../specification/issue.ts';
import { keySchemaAt } from '../specification/key-schema.ts';
import type { Kits } from '../specification/kits.ts';
import { isMapping, own } from '../specification/plain.ts';
import { harmless } from '../specification/shown.ts';
import {
  shownKit,
  type Allowance,
  type KeyPath,
  type Kit,
  type Lock,
  type Mapping,
} from './kit.ts';
import { policyFindings } from './policies.ts';
import { withoutUnused } from './suits.ts';
import { alone, contradicts, expanded, merged, shownValue, valueAt } from './values.ts';

/** Something that a kit says, with the kit that says it. */
export type Of<T> = T & { readonly kit: Kit };

/** What all kits of a service say together, for its resources: no `*` is left. */
export interface Layer {
  readonly locks: readonly Of<Lock>[];
  readonly allowed: readonly Of<Allowance>[];
  /** Locked values are among them. */
  readonly defaults: Mapping;
}

/** Kits in the order in which they hold, a later one before an earlier one; extended ones are among them. */
export function kitsOf(kits: readonly Kit[]): Kits {
  return {
    apply(written) {
      const { locks, allowed, defaults } = layerOf(kits, written);
      const value = locks.reduce(
        (whole, lock) => withLocked(whole, lock.path, lock.value),
        merged(defaults, written),
      );
      const issues = [
        ...locks.flatMap((lock) => lockIssues(lock, written)),
        ...(isMapping(value) ? allowed.flatMap((each) => allowedIssues(each, value)) : []),
      ];
      // What is missing in a mapping of a kit is the matter of that kit, too.
      const origin = (path: Path) =>
        originOf(kits, written, path) ?? originOf(kits, written, path.slice(0, -1));
      return { value, issues, origin: (path) => shownOrigin(origin(path)) };
    },
    validate: (resolved) => kits.flatMap((kit) => policyFindings(kit, resolved)),
  };
}

function shownOrigin(kit: Kit | undefined): string | undefined {
  return kit === undefined ? undefined : shownKit(kit);
}

/** What kits say about what is written. */
export function layerOf(kits: readonly Kit[], written: Mapping): Layer {
  const resources = namesIn(own(written, 'resources'));
  const locks = kits.flatMap((kit) =>
    kit.locked.flatMap((lock) =>
      expanded(lock.path, resources).map((path) => ({ ...lock, path, kit })),
    ),
  );
  const allowed = kits.flatMap((kit) =>
    kit.allowed.flatMap((each) =>
      expanded(each.path, resources).map((path) => ({ ...each, path, kit })),
    ),
  );
  const all = kits.reduce<unknown>(
    (under, { defaults }) => merged(under, withEvery(defaults, resources)),
    {},
  );
  const whole = locks.reduce((under, { path, value }) => merged(under, alone(path, value)), all);
  const defaults = isMapping(whole) ? whole : {};
  const held = merged(defaults, written);
  return { locks, allowed, defaults: isMapping(held) ? withoutUnused(defaults, held) : defaults };
}

/** The kit that a value comes from which is not written: the last one that has it, if it is not locked by an earlier one. */
export function originOf(kits: readonly Kit[], written: Mapping, path: Path): Kit | undefined {
  if (path.length === 0 || valueAt(written, path) !== undefined) return undefined;
  const resources = namesIn(own(written, 'resources'));
  const locking = kits.find(({ locked }) =>
    locked.some((lock) =>
      expanded(lock.path, resources).some(
        (key) => valueAt(alone(key, lock.value), path) !== undefined,
      ),
    ),
  );
  return (
    locking ??
    kits.findLast(({ defaults }) => valueAt(withEvery(defaults, resources), path) !== undefined)
  );
}

/** Defaults whose endpoints of `*` are those of each resource. */
function withEvery(defaults: Mapping, resources: readonly string[]): Mapping {
  const endpoints = own(defaults, 'endpoints');
  if (!isMapping(endpoints) || !Object.hasOwn(endpoints, '*')) return defaults;
  const { '*': every, ...others } = endpoints;
  const each = Object.fromEntries(resources.map((name) => [name, every]));
  return { ...defaults, endpoints: merged(each, others) };
}

function namesIn(resources: unknown): string[] {
  return isMapping(resources) ? Object.keys(resources) : [];
}

function withLocked(whole: unknown, path: KeyPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (!isMapping(whole)) return whole;
  return { ...whole, [key]: withLocked(own(whole, key) ?? {}, rest, value) };
}

function lockIssues({ path, value, reason, kit }: Of<Lock>, written: Mapping): Issue[] {
  const found = valueAt(written, path);
  if (!contradicts(found, value)) return [];
  const message = `${path.join('.')} is locked to ${shownValue(value)} by ${shownKit(kit)}: ${reason}; leave the key out, or ask the authors of the kit`;
  return [
    atValue(path, {
      code: 'locked',
      message: harmless(message),
      found: harmless(shownValue(found)),
    }),
  ];
}

function allowedIssues({ path, values, reason, kit }: Of<Allowance>, held: Mapping): Issue[] {
  const written = valueAt(held, path);
  const found = written ?? keySchemaAt(path)?.default;
  const isIn = (value: unknown) => values.some((each) => !contradicts(value, each));
  const words = values.map(shownValue).map(harmless);
  const refused = (at: Path, value: unknown): Issue => {
    const what =
      written === undefined ? `${shownValue(value)} where nothing is written` : shownValue(value);
    const message = `${path.join('.')} is ${what}, and ${shownKit(kit)} allows ${words.join(', ')}: ${reason}`;
    return atValue(at, { code: 'not-allowed', message: harmless(message), allowed: words });
  };
  if (found === undefined || isIn(found)) return [];
  if (!Array.isArray(found)) return [refused(path, found)];
  const others = [...found.entries()].filter(([, item]) => !isIn(item));
  return others.map(([position, item]) => refused([...path, position], item));
}
