import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Parser } from '@asyncapi/parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Type } from 'typebox';
import { anonymous } from '../../../templates/src/runtime/authentication/caller.ts';
import { builtIn } from '../../../templates/src/runtime/errors/built-in.ts';
import { Problem } from '../../../templates/src/runtime/errors/problem.ts';
import { asyncApiDocument } from '../../../templates/src/runtime/events/description/asyncapi.ts';
import { overlayOf } from '../../../templates/src/runtime/service/openapi/overlay.ts';
import { describeEvent } from '../../../templates/src/runtime/events/description/event-description.ts';
import { kafkaDelivery } from '../../../templates/src/runtime/events/relays/kafka-channel.ts';
import { natsDelivery } from '../../../templates/src/runtime/events/relays/nats-channels.ts';
import { streamDelivery } from '../../../templates/src/runtime/events/stream/channel.ts';
import { webhookDelivery } from '../../../templates/src/runtime/events/webhooks/channel.ts';
import { webhookItems } from '../../../templates/src/runtime/events/description/openapi.ts';
import { schemasOf } from '../../../templates/src/runtime/resources/schemas.ts';
import type { Application } from '../../../templates/src/runtime/service/application.ts';
import { componentsOf } from '../../../templates/src/runtime/service/openapi/components.ts';
import { json, nullable } from '../../../templates/src/runtime/resources/members.ts';
import { origin, version } from './relays/support/world.ts';

const { shown } = schemasOf(
  'Order',
  Type.Object({
    reference: Type.String({ maxLength: 20 }),
    note: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
    attributes: Type.Optional(json(100)),
    secret: Type.Optional(Type.String({ writeOnly: true })),
  }),
  { description: 'A purchase.', example: { reference: 'A-1', secret: 'never told' } },
);

const transitions = [{ name: 'submit', from: ['draft'], to: 'submitted' }];
const common = { description: 'It happened.', collection: 'orders' };
const events = [
  { ...common, type: 'order.created', resource: shown },
  { ...common, type: 'order.submitted', resource: shown, tellsChange: true, transitions },
  { ...common, type: 'shipping-label.deleted' },
].map((event) => describeEvent(event, version, origin));

const application = {
  strategy: origin.strategy,
  description: {
    name: 'acme-orders',
    title: 'Acme Orders',
    vendor: 'acme',
    purpose: 'Takes orders.',
    domain: 'retail',
    version: '1.0.0',
    contact: { name: 'Orders', email: 'orders@acme.example' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  baseUrl: `${origin.baseUrl}/gateway`,
  versions: [version],
  authentication: {
    schemes: [
      { name: 'apiKey', definition: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      { name: 'jwt', definition: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      {
        name: 'oauth2',
        definition: {
          type: 'openIdConnect',
          openIdConnectUrl: 'https://id.acme.example/.well-known/openid-configuration',
        },
      },
      { name: 'basic', definition: { type: 'http', scheme: 'basic' } },
    ],
    headers: ['X-API-Key', 'Authorization'],
    authenticate: async () => anonymous,
    claimantOf: () => undefined,
    insufficientScope: () => new Problem(builtIn.forbidden),
  },
} satisfies Partial<Application>;

const document = asyncApiDocument(application, version, overlayOf(version, new Date(0)), events, [
  webhookDelivery,
  streamDelivery,
  natsDelivery,
  kafkaDelivery,
]);

describe('the AsyncAPI document', () => {
  test('is what the parser of the AsyncAPI project takes without a word', async () => {
    const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document));
    assert.deepEqual(
      diagnostics.map(({ code, message, path }) => ({ code, message, path: path.join('/') })),
      [],
    );
    assert.equal(parsed?.version(), '3.1.0');
    const addresses = parsed
      .channels()
      .all()
      .map((channel) => channel.address());
    assert.deepEqual(addresses, [
      null,
      '/v1/events',
      'acme-orders.order.created',
      'acme-orders.order.submitted',
      'acme-orders.shipping-label.deleted',
      'acme-orders.events',
    ]);
    assert.ok(
      parsed
        .operations()
        .all()
        .every((operation) => operation.isSend()),
    );
    const message = parsed.channels().get('stream')?.messages().get('OrderSubmitted');
    assert.equal(message?.name(), 'com.acme.order.submitted.v1');
    assert.equal(message.contentType(), 'application/cloudevents+json');
    assert.deepEqual(
      parsed
        .operations()
        .all()
        .flatMap((operation) => operation.servers().all()).length,
      6,
    );
  });

  test('tells the resource by the schema that it is shown by, once, and nothing that is not shown', () => {
    const { schemas } = document['components'] as { schemas: Readonly<Record<string, object>> };
    assert.deepEqual(Object.keys(schemas).toSorted(), [
      'Order',
      'OrderCreatedData',
      'OrderCreatedEvent',
      'OrderSubmittedData',
      'OrderSubmittedEvent',
      'ShippingLabelDeletedData',
      'ShippingLabelDeletedEvent',
    ]);
    assert.doesNotMatch(JSON.stringify(document), /secret|never told/);
  });

  test('has examples that its schemas describe', () => {
    const ajv = new Ajv2020({ strict: false, formats: fullFormats });
    ajv.addSchema(document, 'document');
    const { schemas } = document['components'] as {
      schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
    };
    for (const [name, { examples = [] }] of Object.entries(schemas)) {
      if (name.endsWith('Event')) assert.equal(examples.length, 1);
      for (const example of examples) {
        const validate = ajv.getSchema(`document#/components/schemas/${name}`);
        assert.ok(validate?.(example), `${name}: ${ajv.errorsText(validate?.errors)}`);
      }
    }
  });
});

test('the webhooks of the OpenAPI document are one for each event, with the headers of a delivery', () => {
  assert.deepEqual(
    Object.keys(webhookItems(events, componentsOf())),
    events.map(({ kind }) => kind),
  );
});
