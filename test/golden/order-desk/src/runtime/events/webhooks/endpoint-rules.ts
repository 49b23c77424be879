import { memberViolation } from '../../endpoints/violations.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { ResourceRules } from '../../resources/rules.ts';
import { compile, parameter, queryBuilder } from '../../storage/statement.ts';
import type { Database } from '../../storage/database.ts';
import type { WebhookEndpoint, WebhookEndpointDraft } from './endpoint.ts';
import { isRetired, versionValue, type ApiVersion } from '../../versioning/version.ts';
import type { Networks } from './networks.ts';
import type { DeliveryQueue } from './queue.ts';
import type { Readers } from './reader.ts';
import { faultOf } from './receiver-address.ts';
import { webhookWording } from './texts.ts';

/** Each event is sent to each of them. */
export const endpointsPerClient = 100;

export interface EndpointRuling<Tables> {
  readonly database: Pick<Database<Tables>, 'engine'>;
  readonly networks: Networks;
  readonly queue: DeliveryQueue;
  readonly versions: readonly ApiVersion[];
  /** Absent: every client may see everything. */
  readonly readers?: Readers | undefined;
}

/** What holds for webhook endpoints beyond their schema. */
export function endpointRules<Tables>({
  database,
  networks,
  queue,
  versions,
  readers,
}: EndpointRuling<Tables>): ResourceRules<WebhookEndpoint, WebhookEndpointDraft, Tables> {
  const ofClient = compile<{ count: number }>(
    queryBuilder(database.engine)
      .selectFrom('webhook_endpoints')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('client', '=', parameter('client'))
      .$castTo<{ count: number }>(),
  );

  /** Checks what the address alone shows. Each delivery checks the names in addresses again when it resolves them. */
  function checkUrl({ url }: WebhookEndpointDraft): void {
    const fault = faultOf(url, networks);
    if (fault === undefined) return;
    const detail = webhookWording(({ faults }) => faults[fault]);
    throw new Problem(builtIn.validationFailed, {
      errors: [memberViolation('url', `url-${fault}`, detail)],
    });
  }

  /** Nothing has the form of a version that is gone. */
  function checkVersion({ apiVersion, state }: WebhookEndpointDraft, now: Date): void {
    const version = versions.find((each) => versionValue(each) === apiVersion);
    if (state !== 'enabled' || version === undefined || !isRetired(version, now)) return;
    const detail = webhookWording(({ versionRetired }) => versionRetired);
    throw new Problem(builtIn.validationFailed, {
      errors: [memberViolation('apiVersion', 'version-retired', detail)],
    });
  }

  return {
    async beforeCreate(draft, { caller, now, transaction }) {
      checkUrl(draft);
      checkVersion(draft, now);
      const [row] = await ofClient(transaction, { client: caller.id });
      if ((row?.count ?? 0) >= endpointsPerClient) {
        const detail = webhookWording(({ tooMany }) => tooMany(endpointsPerClient));
        throw new Problem(builtIn.conflict, { detail });
      }
      draft.client = caller.id;
      if (readers !== undefined) draft.reader = readers.kept(caller);
      if (draft.state === 'disabled') disable(draft, now);
    },
    beforeUpdate(draft, stored, rule) {
      const { now } = rule;
      if (draft.url !== stored.url) checkUrl(draft);
      if (readers !== undefined) draft.reader = readers.kept(rule.caller);
      // A request without it must not change which events the endpoint receives.
      const { apiVersion = stored.apiVersion } = draft;
      if (apiVersion !== undefined) draft.apiVersion = apiVersion;
      checkVersion(draft, now);
      if (draft.state === stored.state) return;
      if (draft.state === 'disabled') {
        disable(draft, now);
      } else {
        delete draft.disabledReason;
        delete draft.disabledAt;
      }
    },
    async afterUpdate({ id, state, url }, before, { now, transaction }) {
      if (state === 'disabled' && before.state === 'enabled') {
        await queue.cancel(transaction, id, now);
      }
      const isNew = url !== before.url || (state === 'enabled' && before.state === 'disabled');
      if (isNew) await queue.forgive(transaction, id);
    },
  };
}

function disable(draft: WebhookEndpointDraft, now: Date): void {
  draft.disabledReason = 'requested';
  draft.disabledAt = now.toISOString();
}
