import { Counter } from 'prom-client';
import type { Metrics } from '../../service/metrics.ts';
import type { CountUse } from './deprecated-routes.ts';

/** Who still uses what: `api_deprecated_uses_total{version, feature, client}`, whatever the answer says. */
export function countDeprecatedUses({
  registry,
  nameOf,
}: Pick<Metrics, 'registry' | 'nameOf'>): CountUse {
  const uses = new Counter({
    name: 'api_deprecated_uses_total',
    help: 'Requests that use a deprecated feature of a version, by the feature and who sent them.',
    labelNames: ['version', 'feature', 'client'],
    registers: [registry],
  });
  return (version, feature, client) => {
    uses.inc({ version, feature, client: nameOf(client) });
  };
}
