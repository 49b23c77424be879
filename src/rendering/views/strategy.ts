import type { ServiceModel } from '../../model/model.ts';
import { camelCaseOf } from '../../specification/names/casing.ts';
import { identifier } from '../code.ts';

/** How the service learns which version a client wants. */
export function strategyView({ specification: { versioning } }: ServiceModel) {
  const { strategy } = versioning;
  return { strategy: { file: strategy, name: identifier(camelCaseOf(strategy)) } };
}
