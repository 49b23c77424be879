import type { Static } from 'typebox';
import { closed, distinct, text } from './building.ts';
import * as forms from './forms.ts';
import { quotaKeys } from './limits.ts';
import { Type } from './type.ts';

const day = (description: string) => text(10, { description }, forms.calendarDate);
const optionalDay = (description: string) => Type.Optional(day(description));

/** Lists of what happens to a version in its last phase. */
const several = { minItems: 1, maxItems: 100 };

/** What a released version gets of the version after it. */
const addedOf = (description: string) =>
  Type.Optional(
    distinct(
      text(
        160,
        {
          description: 'The resource and the field, as this version names them.',
          examples: ['person.nickname'],
        },
        forms.resourceField,
      ),
      several,
      { description },
    ),
  );

const brownout = closed(
  {
    from: text(
      30,
      {
        description: 'When the window begins.',
        examples: ['2027-04-06T14:00Z'],
      },
      forms.instant,
    ),
    for: Type.Optional(
      text(
        40,
        {
          description:
            'How long it lasts, from one minute to a week. Left out: an hour for the first, four for the second, a day for every other.',
          examples: ['PT1H', 'PT4H', 'P1D'],
        },
        forms.isoDuration,
      ),
    ),
  },
  { description: 'A window in which the version answers 503, so that its clients notice.' },
);

const withdrawal = closed(
  {
    operation: text(
      81,
      {
        description:
          'The resource and the method, action or transition, as this version names them.',
        examples: ['order.delete'],
      },
      forms.operationName,
    ),
    from: day('The day from which it answers 410.'),
  },
  { description: 'An operation that is taken away before the version is.' },
);

const exemption = closed(
  {
    client: text(200, { description: 'The client, as its credential names it.' }, forms.oneLine),
    until: day('The day on which the exemption ends.'),
  },
  { description: 'A client for which none of this holds for a while.' },
);

/** Dates are days, YYYY-MM-DD, and mean 00:00 UTC. The state of a version follows from them and the clock. */
export const version = closed(
  {
    released: optionalDay(
      'The day from which the version is promised. Left out: the version is a draft.',
    ),
    maintained: optionalDay('The day from which it only gets corrections.'),
    announced: optionalDay('The day on which it was made known that it ends.'),
    deprecated: optionalDay('The day from which clients are asked to leave it.'),
    sunset: optionalDay(
      'The day from which it answers 410. It is at least 180 days after the announcement and the deprecation, and two other released versions are left then; where there are only two versions, versioning.exceptions says why that will do: [{ rule: two-supported-versions, version: …, reason: … }].',
    ),
    reprieved: optionalDay(
      'The day on which its deprecation was taken back; a version gets that once.',
    ),
    brownouts: Type.Optional(
      Type.Array(brownout, {
        ...several,
        description: 'Windows between deprecation and sunset in which it answers 503.',
      }),
    ),
    readOnly: optionalDay('The day from which it refuses writes with 405.'),
    limits: Type.Optional(
      closed(
        { ...quotaKeys, from: day('The day from which it holds.') },
        { description: 'A smaller quota for who still uses it.' },
      ),
    ),
    withdrawn: Type.Optional(
      Type.Array(withdrawal, {
        ...several,
        description: 'Operations that are taken away before the version is.',
      }),
    ),
    closed: optionalDay('The day from which it takes no clients that have not used it before.'),
    exemptions: Type.Optional(
      Type.Array(exemption, {
        ...several,
        description:
          'Clients that brownouts, readOnly, limits, withdrawn operations and closing do not reach for a while.',
      }),
    ),
    migrationGuide: Type.Optional(
      text(
        2048,
        { description: 'The address of a page that tells clients how to leave it.' },
        forms.webAddress,
      ),
    ),
    additions: addedOf(
      'Optional fields of the version after it that this released version gets, too: its next minor release, which version release LABEL makes. The newest version needs none: it has what this file describes.',
    ),
    addedFilters: addedOf(
      'Fields by which clients of this released version can filter lists from its next minor release on, as those of the version after it can.',
    ),
    addedSorts: addedOf('The same for the order of lists.'),
    contracted: optionalDay(
      'The day, after the sunset, on which its adapter and the columns that only it needed were given up.',
    ),
  },
  { description: 'One version of the interface.' },
);

export type Version = Static<typeof version>;
