import { mapValues, own } from './plain.ts';
import { resolveEndpoint } from './resolve/endpoint.ts';
import { resolveLimits } from './resolve/limits.ts';
import { resolveResource } from './resolve/resource.ts';
import { resolveService } from './resolve/service.ts';
import type { ResolvedSpecification } from './resolved.ts';
import type { Specification } from './schema.ts';
import { standards } from './schema/standards.ts';

/**
 * Fills in every default. The specification is one that `readSpecification` or `checkSpecification` accepts: what
 * comes of another is undefined.
 */
export function resolveSpecification(specification: Specification): ResolvedSpecification {
  const { service, endpoints, authentication, errors, limits, versioning } = specification;
  const resources = mapValues(specification.resources, resolveResource);
  return {
    service: resolveService(service),
    resources,
    endpoints: mapValues(resources, (resource, name) =>
      resolveEndpoint(own(endpoints, name), resource),
    ),
    authentication: {
      mechanisms: authentication?.mechanisms ?? [standards.mechanism],
      apiKey: { header: authentication?.apiKey?.header ?? standards.apiKeyHeader },
    },
    errors: {
      validationStatus: errors?.validationStatus ?? standards.validationStatus,
      codes: errors?.codes ?? {},
    },
    limits: resolveLimits(limits),
    versioning: {
      strategy: versioning?.strategy ?? standards.strategy,
      versions: versioning?.versions ?? { 1: {} },
    },
  };
}
