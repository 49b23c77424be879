import { validateQuotaTime } from '../validators/limits.ts';
import { validateWebAddress } from '../validators/service.ts';
import { validateBrownout, validateDay, validateInstant } from '../validators/versions.ts';
import { atKey, atValue, valueIssues, type Issue, type Path } from '../issue.ts';
import { resolveLimits } from '../resolve/limits.ts';
import type { Version } from '../schema.ts';
import { millisecondsOf } from '../units.ts';
import { isDate } from '../values/calendar.ts';
import { oldestFirst } from '../versions/labels.ts';
import { stages } from '../versions/lifetime.ts';
import type { CheckContext } from './check-context.ts';

const days = [...stages, 'readOnly', 'closed', 'contracted'] as const;

/** Every day and every instant exists, durations and quotas are within their bounds. */
export function versionValueIssues(
  context: CheckContext,
  versions: Readonly<Record<string, Version>>,
): Issue[] {
  const newest = oldestFirst(Object.keys(versions)).at(-1);
  return Object.entries(versions).flatMap(([label, version]) => {
    const place = ['versioning', 'versions', label];
    return [
      ...dayIssues(place, version),
      ...(version.brownouts ?? []).flatMap(({ from, for: lasting }, position) => {
        const path = [...place, 'brownouts', position];
        return [
          ...valueIssues([...path, 'from'], validateInstant(from)),
          ...(lasting === undefined
            ? []
            : valueIssues([...path, 'for'], validateBrownout(lasting))),
        ];
      }),
      ...quotaIssues(context, place, version),
      ...exemptionIssues(place, version),
      ...(version.migrationGuide === undefined
        ? []
        : valueIssues([...place, 'migrationGuide'], validateWebAddress(version.migrationGuide))),
      ...contractedIssues(place, version, label === newest),
    ];
  });
}

function dayIssues(place: Path, version: Version): Issue[] {
  const written: (readonly [Path, string | undefined])[] = [
    ...days.map((key) => [[key], version[key]] as const),
    [['limits', 'from'], version.limits?.from],
    ...(version.withdrawn ?? []).map(
      ({ from }, position) => [['withdrawn', position, 'from'], from] as const,
    ),
    ...(version.exemptions ?? []).map(
      ({ until }, position) => [['exemptions', position, 'until'], until] as const,
    ),
  ];
  return written.flatMap(([path, day]) =>
    day === undefined ? [] : valueIssues([...place, ...path], validateDay(day)),
  );
}

/** The quota of a version that goes is smaller than that of the others. */
function quotaIssues({ valid }: CheckContext, place: Path, { limits }: Version): Issue[] {
  if (limits === undefined) return [];
  const path = [...place, 'limits'];
  const time = valueIssues([...path, 'per'], validateQuotaTime(limits.per));
  if (time.length > 0) return time;
  const defaultValue = resolveLimits(valid.limits, true).default;
  const per = millisecondsOf(limits.per) ?? 1;
  if (limits.requests * defaultValue.per < defaultValue.requests * per) return [];
  const message = `${limits.requests} in ${limits.per} is not below the quota of every version, ${defaultValue.requests} in ${defaultValue.per / 1000}s`;
  return [atValue([...path, 'requests'], { code: 'too-great', message })];
}

function exemptionIssues(place: Path, { exemptions = [] }: Version): Issue[] {
  return exemptions.flatMap(({ client }, position) => {
    if (exemptions.findIndex((other) => other.client === client) === position) return [];
    const message = 'this client has an exemption already';
    return [
      atValue([...place, 'exemptions', position, 'client'], { code: 'duplicate-item', message }),
    ];
  });
}

function contractedIssues(
  place: Path,
  { sunset, contracted }: Version,
  isNewest: boolean,
): Issue[] {
  if (contracted === undefined || !isDate(contracted)) return [];
  const path = [...place, 'contracted'];
  if (isNewest) {
    const message =
      'contracted is for versions before the newest one, which is all that the service has left; leave the key out';
    return [atKey(path, { code: 'contracted-newest', message })];
  }
  if (sunset !== undefined && contracted >= sunset) return [];
  const message =
    sunset === undefined
      ? 'contracted without sunset: what the version needed is given up once it has ended'
      : `contracted on ${contracted} is before sunset on ${sunset}`;
  const code = sunset === undefined ? 'without-stage' : 'out-of-order';
  return [atValue(path, { code, message })];
}
