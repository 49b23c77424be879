import type { ServiceModel } from '../model/model.ts';

/** Whether requests of the service may carry an Idempotency-Key: those that do something else the second time. */
export function hasIdempotency({ resources }: ServiceModel): boolean {
  return resources.some(
    ({ endpoint: { methods } }) => methods.includes('create') || methods.includes('update'),
  );
}

/** Whether the service signs anything: the fingerprints of requests or the cursors of lists. */
export function hasSecrets(model: ServiceModel): boolean {
  return hasIdempotency(model) || model.resources.some(({ endpoint }) => hasCursor(endpoint));
}

const hasCursor = ({ pagination }: ServiceModel['resources'][number]['endpoint']) =>
  'cursor' in pagination && pagination.cursor === true;
