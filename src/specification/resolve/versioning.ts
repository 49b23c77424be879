import { defined, mapValues } from '../plain.ts';
import type {
  ResolvedAddition,
  ResolvedFlag,
  ResolvedVersion,
  ResolvedVersioning,
} from '../resolved.ts';
import type { Flag, Version, Versioning } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { instantOf, millisecondsOf, millisecondsOfIso } from '../units.ts';
import { additionKeyNames, additionKeys } from '../versions/additions.ts';
import { isDateLabel, oldestFirst } from '../versions/labels.ts';

/** The section `versioning` with every default filled in. */
export function resolveVersioning(versioning: Versioning = {}): ResolvedVersioning {
  const { strategy = defaults.strategy, versions = { 1: {} } } = versioning;
  const labels = oldestFirst(Object.keys(versions));
  const areDates = labels.some(isDateLabel);
  const parameter = versioning.query?.parameter ?? (areDates ? 'api-version' : 'version');
  return {
    strategy,
    ...defined({
      query: strategy === 'query' ? { parameter } : undefined,
      date: strategy === 'date' ? (versioning.date ?? { in: defaults.datedIn }) : undefined,
      hostname:
        strategy === 'hostname'
          ? (versioning.hostname ?? { form: defaults.hostnameForm })
          : undefined,
      default: versioning.default === undefined ? undefined : String(versioning.default),
    }),
    resources: versioning.resources ?? [],
    versions: Object.fromEntries(
      labels.map((label) => [label, resolveVersion(versions[label] ?? {})]),
    ),
    flags: mapValues(versioning.flags ?? {}, resolveFlag),
    exceptions: (versioning.exceptions ?? []).map((each) => ({
      ...each,
      version: String(each.version),
    })),
  };
}

/** A version with windows as instants and the time of its quota in milliseconds. */
export function resolveVersion(version: Version): ResolvedVersion {
  const { brownouts = [], limits, withdrawn = [], exemptions = [], ...others } = version;
  const { additions: _, addedFilters: __, addedSorts: ___, ...dates } = others;
  const additions = additionsOf(version);
  return {
    ...dates,
    brownouts: brownouts.map(({ from, for: lasting }, position) => {
      const start = instantOf(from) ?? 0;
      return {
        from: written(start),
        to: written(start + (millisecondsOfIso(lasting ?? brownoutOf(position)) ?? 0)),
      };
    }),
    ...defined({
      limits: limits && { ...limits, per: millisecondsOf(limits.per) ?? 0 },
      additions: additions.length === 0 ? undefined : additions,
    }),
    withdrawn: withdrawn.map(({ operation: name, from }) => {
      const [resource, operation] = namesIn(name);
      return { resource, operation, from };
    }),
    exemptions,
  };
}

/** Fields come first: the others may be about them. */
function additionsOf(version: Version): ResolvedAddition[] {
  return additionKeyNames.flatMap((key) =>
    (version[key] ?? []).map((name) => {
      const [resource, field] = namesIn(name);
      return { resource, field, ...defined({ parameter: additionKeys[key] }) };
    }),
  );
}

/** `order.delete`: what stands before the dot, and behind it. */
function namesIn(name: string): [string, string] {
  const dot = name.indexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** How long a brownout lasts that does not say so, by its position from 0. */
export function brownoutOf(position: number): string {
  return defaults.brownouts[position] ?? defaults.brownouts[2];
}

function resolveFlag(flag: Flag): ResolvedFlag {
  const { description, changes, state = defaults.flagState } = flag;
  const { requires = [], conflicts = [] } = flag;
  return { state, requires, conflicts, ...defined({ description, changes }) };
}

function written(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
