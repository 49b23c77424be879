import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { resourceEndpoints, type Specification } from '../specification/index.ts';
import type { Kit, Lock, Mapping } from './kit.ts';
import { ofOneService } from './parts.ts';
import { readKit } from './read.ts';
import { valueAt, withoutPath } from './values.ts';

export interface Saving {
  readonly name: string;
  /** Keys that are locked to the value that they have in the service, with the reason. */
  readonly locks: readonly { readonly key: string; readonly reason: string }[];
  /** Whether new services begin with the resources of this one. */
  readonly isStarter: boolean;
}

export type Saved =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What else of `service` is about one service. */
const ownOfService = ['purpose', 'domain', 'baseUrl'].map((key) => ['service', key]);

/** Keys of endpoints that a kit says of every resource, where all resources have the same. */
const everyKeys = ['pagination', 'preconditions', 'createByReplace', 'idempotencyKey'] as const;

/** The text of a kit of what holds in a service; `kits` are those that it has already, whose locks the new one keeps. */
export function kitOfService(
  specification: Specification,
  kits: readonly Kit[],
  { name, locks, isStarter }: Saving,
): Saved {
  const kept = kits.flatMap(({ locked }) => locked);
  const added = locks.map(({ key, reason }): Lock => {
    const path = key.split('.');
    return { path, value: valueAt(specification, path), reason };
  });
  const unset = added.filter(({ value }) => value === undefined);
  if (unset.length > 0) {
    const problems = unset.map(
      ({ path }) => `${path.join('.')} has no value in the service that could be locked`,
    );
    return { ok: false, problems };
  }
  const all = [...kept, ...added];
  const defaults = all.reduce<Mapping>(
    (rest, { path }) => withoutPath(rest, path),
    common(specification),
  );
  const { resources, states, endpoints } = specification;
  const ownEndpoints = resourceEndpoints(endpoints);
  const kit = {
    kit: name,
    version: '1.0.0',
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(all.length > 0 && {
      locked: Object.fromEntries(
        all.map(({ path, value, reason }) => [path.join('.'), { value, reason }]),
      ),
    }),
    ...(isStarter && {
      starter: {
        resources,
        ...(states !== undefined && { states }),
        ...(Object.keys(ownEndpoints).length > 0 && { endpoints: ownEndpoints }),
      },
    }),
  };
  const text = stringify(kit, { lineWidth: 100, aliasDuplicateObjects: false });
  const reading = readKit(text, 'kit.yaml');
  return reading.ok
    ? { ok: true, text }
    : {
        ok: false,
        problems: reading.mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`),
      };
}

/** What of a specification other services may have in common with it. */
function common(specification: Specification): Mapping {
  const { endpoints, ...others } = specification;
  const each = Object.values(resourceEndpoints(endpoints));
  const every = Object.fromEntries(
    everyKeys.flatMap((key) => {
      const [first, ...rest] = each.map((endpoint) => endpoint[key]);
      const isCommon =
        first !== undefined &&
        each.length === Object.keys(specification.resources).length &&
        rest.every((value) => isDeepStrictEqual(value, first));
      return isCommon ? [[key, first] as const] : [];
    }),
  );
  const wide = Object.fromEntries(
    Object.entries(endpoints ?? {}).filter(([key]) => !Object.hasOwn(specification.resources, key)),
  );
  const all = { ...wide, ...(Object.keys(every).length > 0 && { '*': every }) };
  const rest: Mapping = { ...others, ...(Object.keys(all).length > 0 && { endpoints: all }) };
  return [...ofOneService, ...ownOfService].reduce<Mapping>(withoutPath, rest);
}
