import { judgeQuotaTime } from '../answers/limits.ts';
import { judgeWebAddress } from '../answers/service.ts';
import { judgeBrownout, judgeDay, judgeInstant } from '../answers/versions.ts';
import { atValue, judgedValue, type Issue, type Path } from '../issue.ts';
import { resolveLimits } from '../resolve/limits.ts';
import type { Version } from '../schema.ts';
import { millisecondsOf } from '../units.ts';
import { isDate } from '../values/calendar.ts';
import { stages } from '../versions/lifetime.ts';
import type { Subject } from './subject.ts';

const days = [...stages, 'readOnly', 'closed', 'contracted'] as const;

/** Every day and every instant exists, durations and quotas are within their bounds. */
export function versionValueIssues(
  subject: Subject,
  versions: Readonly<Record<string, Version>>,
): Issue[] {
  return Object.entries(versions).flatMap(([label, version]) => {
    const place = ['versioning', 'versions', label];
    return [
      ...dayIssues(place, version),
      ...(version.brownouts ?? []).flatMap(({ from, for: lasting }, position) => {
        const path = [...place, 'brownouts', position];
        return [
          ...judgedValue([...path, 'from'], judgeInstant(from)),
          ...(lasting === undefined ? [] : judgedValue([...path, 'for'], judgeBrownout(lasting))),
        ];
      }),
      ...quotaIssues(subject, place, version),
      ...exemptionIssues(place, version),
      ...(version.migrationGuide === undefined
        ? []
        : judgedValue([...place, 'migrationGuide'], judgeWebAddress(version.migrationGuide))),
      ...contractedIssues(place, version),
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
    day === undefined ? [] : judgedValue([...place, ...path], judgeDay(day)),
  );
}

/** The quota of a version that goes is smaller than that of the others. */
function quotaIssues({ sound }: Subject, place: Path, { limits }: Version): Issue[] {
  if (limits === undefined) return [];
  const path = [...place, 'limits'];
  const time = judgedValue([...path, 'per'], judgeQuotaTime(limits.per));
  if (time.length > 0) return time;
  const standard = resolveLimits(sound.limits, true).default;
  const per = millisecondsOf(limits.per) ?? 1;
  if (limits.requests * standard.per < standard.requests * per) return [];
  const message = `${limits.requests} in ${limits.per} is not below the quota of every version, ${standard.requests} in ${standard.per / 1000}s`;
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

function contractedIssues(place: Path, { sunset, contracted }: Version): Issue[] {
  if (contracted === undefined || !isDate(contracted)) return [];
  if (sunset !== undefined && contracted >= sunset) return [];
  const path = [...place, 'contracted'];
  const message =
    sunset === undefined
      ? 'contracted without sunset: what the version needed is given up once it has ended'
      : `contracted on ${contracted} is before sunset on ${sunset}`;
  const code = sunset === undefined ? 'without-stage' : 'out-of-order';
  return [atValue(path, { code, message })];
}
