import { canonicalOf } from '../../model/samples/canonical.ts';
import { sampleOf, samplesOf } from '../../model/samples/sample.ts';
import type { ResolvedAttributeRule, ResolvedSpecification } from '../../specification/index.ts';

/** Whether every caller has a claim by being who it is. */
export function isOfEverybody(claim: string): boolean {
  return claim === 'sub' || claim === 'client_id';
}

/** The field that a rule is about, and the values of it that example rows have, as they are kept. */
export function decidingField(
  { resources }: ResolvedSpecification,
  { resource, field: name }: Pick<ResolvedAttributeRule, 'resource' | 'field'>,
) {
  const { fields = {}, examples = [] } = resources[resource] ?? {};
  const field = fields[name];
  const values = examples.map((row) => row[name]).filter((value) => value !== undefined);
  const written = field === undefined ? values : values.map((value) => canonicalOf(field, value));
  return { field, written };
}

/** The name of the client that most tests are: what a rule about the subject has to find in the rows. */
export function testClient(specification: ResolvedSpecification): string {
  const { rules } = specification.authentication;
  const rule = rules.find(({ claim }) => isOfEverybody(claim));
  return rule === undefined ? 'test' : String(sampleFor(specification, rule));
}

/** The value that rows of tests have where a rule decides about them: the same wherever its claim does. */
export function claimedValues(
  specification: ResolvedSpecification,
  resource: string,
): ReadonlyMap<string, unknown> {
  const { rules } = specification.authentication;
  return new Map(
    rules
      .filter((rule) => rule.resource === resource)
      .map((rule) => [rule.field, sampleFor(specification, sourceOf(specification, rule))]),
  );
}

/** The rules about a resource as tests need them; what would refer to a row has no value before there is one. */
export function attributeSamples(specification: ResolvedSpecification, resource: string) {
  const own = claimedValues(specification, resource);
  const { rules } = specification.authentication;
  return rules
    .filter((rule) => rule.resource === resource && own.get(rule.field) !== undefined)
    .map((rule) => ({
      member: rule.field,
      claim: rule.claim,
      unless: rule.unless,
      own: own.get(rule.field),
      other: otherValue(specification, sourceOf(specification, rule), own.get(rule.field)),
    }));
}

/** Another value of the same field: one of the examples, so that whoever may see them may see it. */
function otherValue(
  specification: ResolvedSpecification,
  rule: ResolvedAttributeRule,
  own: unknown,
): unknown {
  const { field, written } = decidingField(specification, rule);
  if (field === undefined) return undefined;
  if (field.type === 'boolean') return own !== true;
  const possible = field.type === 'enum' ? field.values : samplesOf(field, rule.field, 3);
  return [...written, ...possible].find((value) => value !== undefined && value !== own);
}

/** The rule whose field says what values a claim has: the first about the same claim. */
function sourceOf(
  { authentication: { rules } }: ResolvedSpecification,
  rule: ResolvedAttributeRule,
): ResolvedAttributeRule {
  const isSame = ({ claim }: ResolvedAttributeRule) =>
    isOfEverybody(rule.claim) ? isOfEverybody(claim) : claim === rule.claim;
  return rules.find(isSame) ?? rule;
}

/** As an example row has it, so that whoever may see the examples may see the rows of tests. */
function sampleFor(specification: ResolvedSpecification, rule: ResolvedAttributeRule): unknown {
  const { field, written } = decidingField(specification, rule);
  if (field === undefined) return undefined;
  const [first] = isOfEverybody(rule.claim) ? [] : written;
  return first ?? sampleOf(field, 0, rule.field);
}
