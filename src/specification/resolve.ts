import { mapValues, own } from './plain.ts';
import { resolveEndpoint } from './resolve/endpoint.ts';
import { resolveErrors } from './resolve/errors.ts';
import { resolveLimits } from './resolve/limits.ts';
import { resolveResource } from './resolve/resource.ts';
import { resolveService } from './resolve/service.ts';
import { resolveServiceWide } from './resolve/service-wide.ts';
import type { ResolvedSpecification } from './resolved.ts';
import { resourceEndpoints, type Specification } from './schema.ts';
import { standards } from './schema/standards.ts';

/**
 * Fills in every default. The specification is one that `readSpecification` or `checkSpecification` accepts: what
 * comes of another is undefined.
 */
export function resolveSpecification(specification: Specification): ResolvedSpecification {
  const { service, endpoints, authentication, errors, limits, versioning } = specification;
  const resources = mapValues(specification.resources, resolveResource);
  const written = resourceEndpoints(endpoints);
  const wide = resolveServiceWide(endpoints);
  return {
    service: resolveService(service),
    resources,
    ...wide,
    endpoints: mapValues(resources, (resource, name) =>
      resolveEndpoint(own(written, name), resource),
    ),
    authentication: {
      mechanisms: authentication?.mechanisms ?? [standards.mechanism],
      apiKey: { header: authentication?.apiKey?.header ?? standards.apiKeyHeader },
    },
    errors: resolveErrors(errors, wide.languages),
    limits: resolveLimits(limits),
    versioning: {
      strategy: versioning?.strategy ?? standards.strategy,
      versions: versioning?.versions ?? { 1: {} },
    },
  };
}
