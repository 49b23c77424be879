import type { ServiceModel } from '../model/model.ts';

/** Whether requests of the service may carry an Idempotency-Key: those that do something else the second time. */
export function hasIdempotency({ resources }: ServiceModel): boolean {
  return resources.some(
    ({ endpoint: { methods } }) => methods.includes('create') || methods.includes('update'),
  );
}

/** Whether the service signs anything: the fingerprints of requests or the cursors of lists. */
export function hasSecrets(model: ServiceModel): boolean {
  return hasIdempotency(model) || hasCursors(model);
}

/** Whether a list of the service can be asked for by what comes before. */
export function hasCursors({ resources }: ServiceModel): boolean {
  return resources.some(
    ({ endpoint: { methods, pagination } }) => methods.includes('list') && pagination.cursor,
  );
}

/** Whether resources are shown with addresses of what is around them. */
export function hasLinks({ specification }: ServiceModel): boolean {
  return specification.representations.some((name) => linking.has(name));
}

const linking: ReadonlySet<string> = new Set(['hal', 'json-api', 'html']);
