import type { Flag, Versioning } from '../../specification/index.ts';
import { defined } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import { withSection, type Draft } from '../draft.ts';

/** The draft with keys of its section `versioning` changed, in the order of the file; undefined takes one away. */
export function withVersioning(
  draft: Draft,
  changes: { readonly [K in keyof Versioning]?: Versioning[K] | undefined },
): Draft {
  const all = { ...draft.versioning, ...changes };
  const { strategy, query, date, hostname, resources, versions, flags, exceptions, acknowledged } =
    all;
  return withSection(
    draft,
    'versioning',
    defined({
      strategy: strategy === defaults.strategy ? undefined : strategy,
      query,
      date,
      hostname,
      resources,
      default: all.default,
      versions: filled(versions),
      flags: filled(flags),
      exceptions,
      acknowledged,
    }),
  );
}

export function flagsOf({ versioning }: Draft): Readonly<Record<string, Flag>> {
  return versioning?.flags ?? {};
}

function filled<T extends object>(mapping: T | undefined): T | undefined {
  return mapping === undefined || Object.keys(mapping).length === 0 ? undefined : mapping;
}
