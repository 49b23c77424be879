import type { Static } from 'typebox';
import { placeOf } from '../../endpoints/operations/parents.ts';
import { ChangedMeanwhile, runChange } from '../../endpoints/operations/run-change.ts';
import { changeProblems, checkWrite, preconditionsOf } from '../../endpoints/preconditions.ts';
import { resourceContent } from '../../endpoints/resource-answer.ts';
import type { Answer, Operation, RequestContext } from '../../endpoints/route.ts';
import { checkBody } from '../../endpoints/validation.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { Type } from '../../resources/type.ts';
import type { Writing } from '../../storage/store.ts';
import { showing } from './create-endpoint.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { ping } from './message.ts';
import { makeSigningKey, type SigningKey } from './signature.ts';
import { overlap } from './signing-secrets.ts';
import { webhookWording } from './texts.ts';

const Replay = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'What happened then and later.' }),
    to: Type.Optional(
      Type.String({ format: 'date-time', description: 'What happened before; until now.' }),
    ),
  },
  {
    title: 'WebhookReplay',
    additionalProperties: false,
    examples: [{ from: '2026-01-15T00:00:00Z', to: '2026-01-16T00:00:00Z' }],
  },
);

const Nothing = Type.Object({}, { examples: [{}], additionalProperties: false });

/** There is nothing to say; an empty object says that too. */
const noBody: NonNullable<Operation<unknown, object>['body']> = {
  schemas: { 'application/json': Nothing },
  isOptional: true,
  parse(value) {
    checkBody(Nothing, value);
    return {};
  },
};

const aboutToBeSent: Operation['answers'] = {
  202: {
    description: 'It is about to be sent.',
    shows: 'resource',
    headers: { Location: 'Address of the delivery.' },
  },
};

/** POST …/rotate-secret: another secret, while the one before still signs along. */
export function rotateSecret<Tables>({
  resource,
  withSecret,
  secrets,
  readers,
}: EndpointParts<Tables>): Operation<unknown, object> {
  const { names, store, preconditions, idempotencyKey } = resource;
  return {
    id: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'The new secret is in this answer alone. For 24 hours deliveries are signed with both, so that the receiver can be given the new one meanwhile.',
    tag: names.many,
    resource: withSecret,
    preconditions,
    idempotencyKey,
    body: noBody,
    answers: {
      200: { description: 'It is replaced.', shows: 'resource' },
      204: { description: 'It is replaced, and the request prefers not to see it.' },
    },
    problems: [builtIn.notFound, builtIn.conflict, ...changeProblems(preconditions)],
    async handle(context) {
      const { id, rowFilter } = placeOf(resource, context);
      const conditions = preconditionsOf(context.headers);
      let key: SigningKey | undefined;
      const answer = await runChange(resource, context, async (transaction) => {
        const stored = await store.get(transaction, id, rowFilter);
        if (stored === undefined) throw new Problem(builtIn.notFound);
        checkWrite(conditions, stored.revision, preconditions === 'required');
        key = makeSigningKey(stored.signing ?? 'hmac-sha256');
        const { secret: _, ...shown } = key;
        const next: WebhookEndpoint = {
          ...stored,
          ...shown,
          ...(readers === undefined ? {} : { reader: readers.kept(context.caller) }),
          previousSecretUntil: new Date(context.now.getTime() + overlap).toISOString(),
          updatedAt: context.now.toISOString(),
        };
        const changed = await store.update(transaction, id, stored.revision, next, rowFilter);
        if (changed === undefined) throw new ChangedMeanwhile();
        await secrets.replace(transaction, id, key, context.now);
        const path = resourcePath(context);
        return { status: 200, content: resourceContent(resource, changed, path) };
      });
      return showing(answer, withSecret, key);
    },
  };
}

/** POST …/ping: one delivery about nothing, to see whether one arrives. */
export function pingEndpoint<Tables>(parts: EndpointParts<Tables>): Operation<unknown, object> {
  const { resource, deliveries, queue, wake } = parts;
  return {
    id: 'pingWebhookEndpoint',
    summary: 'Send a test to a webhook endpoint',
    description:
      'One attempt, also to one that is disabled. The delivery that Location names tells what came of it.',
    tag: resource.names.many,
    resource: deliveries,
    idempotencyKey: deliveries.idempotencyKey,
    body: noBody,
    answers: aboutToBeSent,
    problems: [builtIn.notFound],
    async handle(context) {
      const answer = await runChange(deliveries, context, async (transaction) => {
        const { id } = await lockedEndpoint(parts, transaction, context);
        const delivery = await queue.add(
          transaction,
          {
            endpointId: id,
            client: context.caller.id,
            eventId: resource.newId(),
            eventType: ping,
            subject: `${resource.collection}/${id}`,
            position: 0,
          },
          context.now,
        );
        return accepted(parts, transaction, resourcePath(context), delivery);
      });
      wake();
      return answer;
    },
  };
}

/** POST …/replay: what happened in a time is sent once more. */
export function replayEvents<Tables>(
  parts: EndpointParts<Tables>,
): Operation<unknown, Static<typeof Replay>> {
  const { resource, replays, wake } = parts;
  return {
    id: 'replayWebhookEvents',
    summary: 'Send once more what happened',
    description:
      'Every event of that time which the endpoint wants and the service still keeps, with the identifier that it had: what has arrived, what has failed, and what happened while the endpoint was disabled. An empty time brings nothing.',
    tag: resource.names.many,
    resource,
    idempotencyKey: resource.idempotencyKey,
    body: {
      schemas: { 'application/json': Replay },
      parse(value) {
        checkBody(Replay, value);
        return value as Static<typeof Replay>;
      },
    },
    answers: {
      202: {
        description: 'The deliveries are about to be made.',
        shows: 'resource',
        headers: { Location: 'Address of the deliveries.' },
      },
    },
    problems: [builtIn.notFound, builtIn.conflict],
    async handle(context, { body }) {
      const from = new Date(body.from);
      const to = new Date(body.to ?? context.now);
      const answer = await runChange(resource, context, async (transaction) => {
        const endpoint = await lockedEndpoint(parts, transaction, context);
        requireEnabled(endpoint);
        await replays.ask(transaction, endpoint.id, from, to);
        const path = resourcePath(context);
        return {
          status: 202,
          location: `${path}/deliveries`,
          content: resourceContent(resource, endpoint, path),
        };
      });
      wake();
      return answer;
    },
  };
}

/** POST …/deliveries/{deliveryId}/replay: one of them once more. */
export function replayDelivery<Tables>(parts: EndpointParts<Tables>): Operation<unknown, object> {
  const { deliveries, queue, wake } = parts;
  return {
    id: 'replayWebhookDelivery',
    summary: 'Send one event once more',
    description:
      'With the identifier that it had, and by the whole schedule. What is pending stays as it is.',
    tag: deliveries.names.many,
    resource: deliveries,
    idempotencyKey: deliveries.idempotencyKey,
    body: noBody,
    answers: aboutToBeSent,
    problems: [builtIn.notFound, builtIn.conflict],
    async handle(context) {
      const { id, rowFilter } = placeOf(deliveries, context);
      const answer = await runChange(deliveries, context, async (transaction) => {
        const endpoint = await lockedEndpoint(parts, transaction, context);
        const delivery = await deliveries.store.get(transaction, id, rowFilter);
        if (delivery === undefined) throw new Problem(builtIn.notFound);
        requireEnabled(endpoint);
        const { eventId, subject } = delivery;
        const again = { endpointId: endpoint.id, eventId, subject };
        await queue.repeat(transaction, again, context.now);
        const path = resourcePath(context).replace(/\/deliveries\/[^/]*$/, '');
        return accepted(parts, transaction, path, id);
      });
      wake();
      return answer;
    },
  };
}

/** The endpoint in the path, which stays as it is until the transaction ends. */
async function lockedEndpoint<Tables>(
  { resource, queue }: EndpointParts<Tables>,
  transaction: Writing,
  context: RequestContext,
): Promise<WebhookEndpoint> {
  const { id, rowFilter } = placeOf(resource, context);
  // Before anything is locked: that of another client is no business of this one.
  const isThere = await resource.store.exists(transaction, id, rowFilter);
  const locked = isThere ? await queue.lock(transaction, id) : undefined;
  const endpoint = locked && (await resource.store.get(transaction, id, rowFilter));
  if (endpoint === undefined) throw new Problem(builtIn.notFound);
  return endpoint;
}

/** @throws {Problem} 409 where nothing would be sent */
function requireEnabled({ state }: WebhookEndpoint): void {
  if (state === 'enabled') return;
  const detail = webhookWording(({ isDisabled }) => isDisabled);
  throw new Problem(builtIn.conflict, { detail });
}

async function accepted<Tables>(
  { deliveries }: EndpointParts<Tables>,
  transaction: Writing,
  endpointPath: string,
  id = '',
): Promise<Answer> {
  const delivery = await deliveries.store.get(transaction, id);
  if (delivery === undefined) throw new Problem(builtIn.conflict);
  const path = `${endpointPath}/${deliveries.collection}/${id}`;
  return {
    status: 202,
    location: path,
    content: resourceContent(deliveries, delivery, path),
  };
}

/** Path of what an action is done with: without the name of the action. */
function resourcePath({ path }: RequestContext): string {
  return path.slice(0, path.lastIndexOf('/'));
}
