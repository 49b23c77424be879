import type { Application } from '../../service/application.ts';
import { componentsOf } from '../../service/openapi/components.ts';
import { numberOf } from '../../service/openapi/document.ts';
import type { Overlay } from '../../service/openapi/overlay.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import { cloudEventMediaType } from '../cloud-event.ts';
import { channelsOf, serversOf, type Channel, type Delivery } from './channels.ts';
import type { EventDescription } from './event-description.ts';

type Json = Readonly<Record<string, unknown>>;

/** The AsyncAPI 3.1.0 document: the channels of events and their messages. */
export function asyncApiDocument(
  application: Pick<
    Application,
    'baseUrl' | 'description' | 'authentication' | 'strategy' | 'versions'
  >,
  version: ApiVersion,
  overlay: Overlay,
  events: readonly EventDescription[],
  deliveries: readonly Delivery[],
): Json {
  const { description, authentication: { schemes } = { schemes: [] } } = application;
  const components = componentsOf();
  const channels = channelsOf(application, version, events, deliveries);
  const objects = channels.map((channel) => [
    channel.name,
    channelObject(channel, (event) => ({
      name: event.type,
      title: event.name,
      summary: event.description,
      contentType: cloudEventMediaType,
      ...(channel.headers === undefined ? {} : { headers: channel.headers }),
      payload: components.refer(event.schema),
      ...(channel.messageBindings === undefined ? {} : { bindings: channel.messageBindings }),
    })),
  ]);
  return {
    asyncapi: '3.1.0',
    info: {
      title: description.title,
      version: numberOf(version),
      ...(description.purpose === '' ? {} : { description: description.purpose }),
      ...(description.contact === undefined ? {} : { contact: description.contact }),
      ...(description.license === undefined ? {} : { license: licenseOf(description.license) }),
      ...overlay.info,
      tags: [{ name: 'Events' }],
      externalDocs: { url: `${application.baseUrl}/docs` },
    },
    defaultContentType: cloudEventMediaType,
    servers: serversOf(application, version, deliveries),
    channels: Object.fromEntries(objects),
    operations: Object.fromEntries(
      channels.map((channel) => [`${channel.name}Events`, operationObject(channel)]),
    ),
    components: {
      schemas: components.schemas(),
      ...(schemes.length === 0
        ? {}
        : {
            securitySchemes: Object.fromEntries(
              schemes.map(({ name, definition }) => [name, securityOf(definition)]),
            ),
          }),
    },
  };
}

function channelObject(
  { title, address, description, servers, events }: Channel,
  message: (event: EventDescription) => Json,
): Json {
  return {
    title,
    address,
    description,
    ...(servers.length === 0
      ? {}
      : { servers: servers.map((server) => ({ $ref: `#/servers/${server}` })) }),
    messages: Object.fromEntries(events.map((event) => [event.name, message(event)])),
  };
}

/** From the view of the service, which is that of the document: it sends. */
function operationObject({ name, description, events, operationBindings }: Channel): Json {
  const channel = `#/channels/${name}`;
  return {
    action: 'send',
    channel: { $ref: channel },
    summary: description,
    messages: events.map((event) => ({ $ref: `${channel}/messages/${event.name}` })),
    ...(operationBindings === undefined ? {} : { bindings: operationBindings }),
  };
}

/** What OpenAPI calls by an identifier has a name alone here. */
function licenseOf({ name }: { readonly name: string }): Json {
  return { name };
}

/** A key in a header, under the name that AsyncAPI has for it. */
function securityOf(definition: Json): Json {
  return definition['type'] === 'apiKey' ? { ...definition, type: 'httpApiKey' } : definition;
}
