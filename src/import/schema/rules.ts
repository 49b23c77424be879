import { own } from '../../specification/plain.ts';
import type { Source } from '../source.ts';
import type { Shape } from './shape.ts';

/** Rules of JSON Schema that no field has. */
const rules = [
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
  'prefixItems',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'contentSchema',
] as const;

/** Reports the rules of a schema that are not kept of it. */
export function tellRules({ at, keywords }: Shape, { findings }: Source): void {
  // Without a rule there are no others, and the service takes no other members either.
  const isLost = (value: unknown) => value !== undefined && value !== false;
  const lost = rules.filter((key) => isLost(own(keywords, key)));
  if (lost.length > 0) {
    findings.add('dropped', at, `the rules of ${lost.join(', ')}: no field has such rules`);
  }
}

/** Reports that other members than the named ones are not taken. */
export function tellOpen({ at, isOpen }: Shape, { findings }: Source): void {
  if (!isOpen) return;
  findings.add('dropped', at, 'additionalProperties: only the members that are named are taken');
}
