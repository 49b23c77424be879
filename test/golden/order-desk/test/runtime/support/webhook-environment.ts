import type { Resolve } from '../../../src/runtime/events/webhooks/http-client.ts';
import type { WebhookSettings } from '../../../src/runtime/events/webhooks/webhooks.ts';

/** Names that lead nowhere else than they say: `loopback.test` to this machine, `private.test` into a network of others. */
const resolveForTests: Resolve = async (hostname) => {
  if (hostname === 'loopback.test') return [{ address: '127.0.0.1', family: 4 }];
  if (hostname === 'private.test') return [{ address: '10.0.0.1', family: 4 }];
  if (hostname === 'mixed.test') {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ];
  }
  throw Object.assign(new Error(`${hostname} is no name`), { code: 'ENOTFOUND' });
};

/**
 * How services of the tests send: receivers are on this machine.
 *
 * @param timeout milliseconds after which one that hangs is given up
 */
export function webhookEnvironment(timeout = 1500): WebhookSettings {
  return { allowedNetworks: ['127.0.0.0/8'], timeout, resolve: resolveForTests };
}
