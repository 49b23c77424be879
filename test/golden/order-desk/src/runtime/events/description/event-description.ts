import type { TObject, TSchema } from 'typebox';
import { systemExample } from '../../resources/examples.ts';
import { systemMembers } from '../../resources/members.ts';
import { Type } from '../../resources/type.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import {
  addressOf,
  type CloudEvent,
  cloudEventType,
  dataSchemaAddress,
  dataSchemaName,
  eventsPath,
  type EventOrigin,
  sourceOf,
} from '../cloud-event.ts';

/** A kind of event that the service emits. */
export interface EmittedEvent {
  /** `order.submitted` */
  readonly type: string;
  readonly description: string;
  /** Segment of the collection, for the example. */
  readonly collection: string;
  /** The resource as it is shown; absent where events tell only what they are about. */
  readonly resource?: TObject;
  /** Whether it tells what was different before. */
  readonly tellsChange?: boolean;
  /** True when readers receive only the members that they may see. */
  readonly hidesMembers?: boolean;
  /** What leads to it, where something does. */
  readonly transitions?: readonly {
    readonly name: string;
    readonly from: readonly string[];
    readonly to: string;
  }[];
}

/** The same as the documents of one version tell it. */
export interface EventDescription {
  /** `order.submitted` */
  readonly kind: string;
  /** `OrderSubmitted` */
  readonly name: string;
  /** `com.acme.order.submitted.v1` */
  readonly type: string;
  readonly description: string;
  /** Of the CloudEvent as JSON. */
  readonly schema: TSchema;
  readonly example: CloudEvent;
}

const Text = (description: string, maxLength = 2048) => Type.String({ maxLength, description });

/** Made of the schemas that resources are shown by, so that events cannot say anything else. */
export function describeEvent(
  event: EmittedEvent,
  version: ApiVersion,
  origin: EventOrigin,
): EventDescription {
  const { type: kind, description } = event;
  const dataName = dataSchemaName(kind);
  const name = dataName.replace(/Data$/, '');
  const type = cloudEventType(kind, version, origin);
  const data = dataOf(event, dataName);
  const subject = `${event.collection}/${systemExample.id}`;
  const example: CloudEvent = {
    specversion: '1.0',
    id: '019bc0fd-89c0-7000-8000-0000000000e1',
    source: sourceOf(version, origin),
    type,
    subject,
    time: systemExample.updatedAt,
    datacontenttype: 'application/json',
    dataschema: dataSchemaAddress(kind, eventsPath(version), origin),
    partitionkey: subject,
    data: { ...data.example, href: addressOf(`/${subject}`, version, origin) },
  };
  const schema = cloudEventSchema({ name, type, description, data: data.schema, example });
  return { kind, name, type, description, schema, example };
}

/** Of the CloudEvent as JSON. */
export function cloudEventSchema({
  name,
  type,
  description,
  data,
  example,
}: Pick<EventDescription, 'name' | 'type' | 'description' | 'example'> & {
  readonly data: TSchema;
}): TSchema {
  return Type.Object(
    {
      specversion: Type.Literal('1.0', { description: 'Version of CloudEvents.' }),
      id: Type.String({
        format: 'uuid',
        description: 'Identifier of the event: use it to recognize duplicates.',
      }),
      source: Text('The service, with the version that the event has the form of.'),
      type: Type.Literal(type, { description: 'What happened, and the version of its form.' }),
      subject: Text('The resource that it happened to, below the source.'),
      time: Type.String({ format: 'date-time', description: 'When it happened.' }),
      datacontenttype: Type.Literal('application/json', { description: 'Of the data.' }),
      dataschema: Text('Where the schema of the data is.'),
      partitionkey: Text('What keeps the events of one resource together: its subject.'),
      traceparent: Type.Optional(
        Type.String({
          maxLength: 55,
          pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
          description: 'The request that caused it (W3C Trace Context).',
        }),
      ),
      data,
    },
    { title: `${name}Event`, description, examples: [example] },
  );
}

const changedMembers = 'Names of the members that changed.';
const changedAndSeen = `${changedMembers} Those that the reader does not see are not among them.`;

interface DescribedData {
  readonly schema: TSchema;
  readonly example: Omit<CloudEvent['data'], 'href'>;
}

function dataOf(
  {
    resource,
    tellsChange = false,
    hidesMembers = false,
    transitions = [],
    description,
  }: EmittedEvent,
  title: string,
): DescribedData {
  const { examples: [shown] = [] } = (resource ?? {}) as {
    examples?: readonly Readonly<Record<string, unknown>>[];
  };
  const { id, revision } = systemExample;
  const schema = Type.Object(
    {
      id: withDescription(systemMembers.id, 'Of the resource.'),
      revision: withDescription(systemMembers.revision, 'That the resource had then.'),
      href: Text('Absolute address of the resource.'),
      ...(resource === undefined
        ? {}
        : {
            // An event that is too long for a broker is sent without it.
            resource: Type.Optional(resource),
          }),
      ...(transitions.length === 0 || resource === undefined
        ? {}
        : { transition: Type.Optional(transitionOf(transitions)) }),
      ...(tellsChange && resource !== undefined
        ? {
            changed: Type.Optional(
              Type.Array(Type.String({ maxLength: 200 }), {
                maxItems: Object.keys(resource.properties).length,
                description: hidesMembers ? changedAndSeen : changedMembers,
              }),
            ),
          }
        : {}),
    },
    { title, description, additionalProperties: false },
  );
  return { schema, example: { id, revision, ...(shown && { resource: shown }) } };
}

function oneOf(values: readonly string[], description: string): TSchema {
  return Type.Enum([...new Set(values)], { type: 'string', description });
}

function transitionOf(transitions: NonNullable<EmittedEvent['transitions']>): TSchema {
  return Type.Object(
    {
      name: oneOf(
        transitions.map(({ name }) => name),
        'Of the transition.',
      ),
      from: oneOf(
        transitions.flatMap(({ from }) => from),
        'State before it.',
      ),
      to: oneOf(
        transitions.map(({ to }) => to),
        'State after it.',
      ),
    },
    { additionalProperties: false, description: 'The transition that caused it.' },
  );
}

function withDescription<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description };
}
