import { Type } from '../../resources/type.ts';
import { transitionsOf } from '../../versioning/lifecycle.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import { cloudEvent, dataSchemaName, type CloudEvent, type EventOrigin } from '../cloud-event.ts';
import { versionEvent, versionKind } from '../version-events.ts';
import { cloudEventSchema, type EventDescription } from './event-description.ts';

const happened = {
  announced: 'It was made known that a version of the interface will be removed.',
  maintained: 'A version of the interface gets nothing new any more.',
  deprecated: 'Clients are asked to leave a version of the interface.',
  limited: 'The first restriction of a version of the interface that will be removed begins.',
  sunset: 'A version of the interface is gone.',
} as const;

type Happening = keyof typeof happened;

const transitions = Object.keys(happened) as Happening[];

/** Types of the events that tell what happens to versions. */
export const versionEventTypes: readonly string[] = transitions.map(
  (transition) => `${versionKind}.${transition}`,
);

/** The same events whatever version a consumer has. */
export function describeVersionEvents(
  version: ApiVersion,
  origin: EventOrigin,
): readonly EventDescription[] {
  return transitions.map((transition) => describe(transition, version, origin));
}

function describe(
  transition: Happening,
  version: ApiVersion,
  origin: EventOrigin,
): EventDescription {
  const kind = `${versionKind}.${transition}`;
  const description = happened[transition];
  const dataName = dataSchemaName(kind);
  const name = dataName.replace(/Data$/, '');
  const example = exampleOf(transition, version, origin);
  const data = Type.Object(
    {
      id: Type.String({ maxLength: 10, description: 'Label of the version.' }),
      revision: Type.Integer({
        minimum: 1,
        maximum: 6,
        description: 'Its place among all that happens to the version.',
      }),
      href: Type.String({ maxLength: 2048, description: 'Where the versions are listed.' }),
      version: VersionSchema,
    },
    { title: dataName, description, additionalProperties: false },
  );
  const { type } = example;
  const schema = cloudEventSchema({ name, type, description, data, example });
  return { kind, name, type, description, schema, example };
}

const VersionValue = Type.Union([
  Type.Integer({ minimum: 0, maximum: 9999 }),
  Type.String({ format: 'date' }),
]);

const VersionSchema = Type.Object(
  {
    version: VersionValue,
    transition: Type.Enum(transitions, { type: 'string', description: 'What happened.' }),
    at: Type.String({ format: 'date-time', description: 'When it did.' }),
    state: Type.Enum(['draft', 'active', 'maintained', 'deprecated', 'sunset'], {
      type: 'string',
      description: 'The state that the version has from then on.',
    }),
    sunset: Type.Optional(Type.String({ format: 'date', description: 'When it is gone.' })),
    successor: Type.Optional(VersionValue),
    migrationGuide: Type.Optional(
      Type.String({ format: 'uri', maxLength: 2048, description: 'Tells how to leave it.' }),
    ),
  },
  { additionalProperties: false, description: 'The version, and what happened to it.' },
);

function exampleOf(transition: Happening, version: ApiVersion, origin: EventOrigin): CloudEvent {
  const number = transitionsOf(version).findIndex((each) => each.transition === transition) + 1;
  const at = '2026-01-15T00:00:00.000Z';
  const happening = { version, transition, at, number: Math.max(1, number) };
  const id = '019bc0fd-89c0-7000-8000-0000000000e1';
  return cloudEvent({ ...versionEvent(happening), id, position: 1 }, version, origin);
}
