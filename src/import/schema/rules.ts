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

/** The rules of a schema that are not kept of it. */
export function lostRules({ keywords }: Shape): string[] {
  // False permits no other members, and the service takes none either.
  const isLost = (value: unknown) => value !== undefined && value !== false;
  return rules.filter((key) => isLost(own(keywords, key)));
}

export function tellRules(shape: Shape, { findings }: Source): void {
  const lost = lostRules(shape).join(', ');
  if (lost === '') return;
  findings.add('dropped', shape.at, `the rules of ${lost}: no field has such rules`);
}

/** Reports that other members than the named ones are not taken. */
export function tellOpen({ at, isOpen }: Shape, { findings }: Source): void {
  if (!isOpen) return;
  findings.add('dropped', at, 'additionalProperties: only the members that are named are taken');
}
