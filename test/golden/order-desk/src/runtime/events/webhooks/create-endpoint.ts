import { create } from '../../endpoints/operations/create.ts';
import type { Answer, Operation } from '../../endpoints/route.ts';
import { versionValue } from '../../versioning/version.ts';
import { makeSigningKey, type SigningKey } from './signature.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import type { WebhookEndpointDraft } from './endpoint.ts';

/**
 * POST of a webhook endpoint: as of any other resource, but for the secret. That is in no row which a client reads, and in
 * no record of the answer: a repeated request gets the answer without it.
 */
export function createEndpoint<Tables>({
  resource,
  withSecret,
  secrets,
  newest,
}: EndpointParts<Tables>): Operation<unknown, WebhookEndpointDraft> {
  const described = create({ ...resource, ...withSecret });
  return {
    ...described,
    id: `create${resource.names.one}`,
    summary: 'Create a webhook endpoint',
    description:
      'The secret that verifies its deliveries is in this answer alone. Where the answer is lost, it can be rotated.',
    tag: resource.names.many,
    async handle(context, input) {
      let key: SigningKey | undefined;
      const { rules } = resource;
      const creating = create({
        ...resource,
        rules: {
          ...rules,
          async beforeCreate(draft, rule) {
            const { signing = 'hmac-sha256' } = draft;
            draft.signing = signing;
            key = makeSigningKey(signing);
            if (key.publicKey !== undefined) draft.publicKey = key.publicKey;
            const { version = newest } = context;
            draft.apiVersion ??= versionValue(version);
            await rules.beforeCreate?.(draft, rule);
          },
          async afterCreate(created, rule) {
            if (key !== undefined) await secrets.keep(rule.transaction, created.id, key);
          },
        },
      });
      const answer = await creating.handle(context, input);
      return showing(answer, withSecret, key);
    },
  };
}

/** An answer with the secret in it, once what is kept of the answer is kept. */
export function showing(
  answer: Answer,
  description: EndpointParts<unknown>['withSecret'],
  key: SigningKey | undefined,
): Answer {
  const { content } = answer;
  // The private key never leaves the service.
  if (content?.kind !== 'resource' || key === undefined || key.publicKey !== undefined) {
    return answer;
  }
  const { secret } = key;
  return {
    ...answer,
    content: { ...content, description, resource: { ...content.resource, secret } },
  };
}
