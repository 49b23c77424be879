import { defined, mapValues, own } from './plain.ts';
import { resolveAuthentication } from './resolve/authentication.ts';
import { resolveEndpoint } from './resolve/endpoint.ts';
import { resolveErrors } from './resolve/errors.ts';
import { resolveEvents } from './resolve/events.ts';
import { historyEndpoint, withHistories } from './resolve/history.ts';
import { resolveLimits } from './resolve/limits.ts';
import { resolveResource } from './resolve/resource.ts';
import { resolveService } from './resolve/service.ts';
import { resolveServiceWide } from './resolve/service-wide.ts';
import { resolveStateMachine } from './resolve/states.ts';
import { resolveVersioning } from './resolve/versioning.ts';
import type { ResolvedSpecification } from './resolved.ts';
import { resourceEndpoints, type Specification } from './schema.ts';

/**
 * Fills in every default. The specification is one that `readSpecification` or `checkSpecification` accepts: what
 * comes of another is undefined.
 */
export function resolveSpecification(specification: Specification): ResolvedSpecification {
  const { service, endpoints, authentication, events, errors, limits, versioning } = specification;
  const states = mapValues(specification.states ?? {}, (machine, name) =>
    resolveStateMachine(machine, own(specification.resources, name)?.fields ?? {}),
  );
  const declared = mapValues(specification.resources, (resource, name) =>
    resolveResource(resource, name, own(states, name)),
  );
  const resources = withHistories(declared, states);
  const written = resourceEndpoints(endpoints);
  const wide = resolveServiceWide(endpoints);
  const resolvedEndpoints = mapValues(resources, (resource, name) =>
    resource.historyOf === undefined
      ? resolveEndpoint(
          own(written, name),
          resource,
          own(specification.resources, name)?.fields ?? {},
        )
      : historyEndpoint(),
  );
  const resolvedService = resolveService(service);
  return {
    service: resolvedService,
    resources,
    states,
    ...wide,
    endpoints: resolvedEndpoints,
    authentication: resolveAuthentication(authentication, resolvedService.vendor, {
      resources,
      states,
      endpoints: resolvedEndpoints,
    }),
    ...defined({
      events:
        events === undefined
          ? undefined
          : resolveEvents(events, { resources, states, endpoints: resolvedEndpoints }),
    }),
    errors: resolveErrors(errors, wide.languages),
    limits: resolveLimits(limits, !(authentication?.mechanisms ?? []).includes('none')),
    versioning: resolveVersioning(versioning),
  };
}
