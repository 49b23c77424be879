import { canonicalOf } from '../../model/samples/canonical.ts';
import { samplesOf } from '../../model/samples/sample.ts';
import type {
  ResolvedAttributeRule,
  ResolvedField,
  ResolvedSpecification,
} from '../../specification/index.ts';
import { sharedValues } from '../../specification/values/shared.ts';
import { judgeValue } from '../../specification/values/value.ts';

/** How many values are looked at for two that differ. */
const tries = 20;

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
  const rule = rules.find(({ claim, unless }) => isOfEverybody(claim) && unless.length === 0);
  const [name] = rule === undefined ? [] : valuesFor(specification, rule);
  return name === undefined ? 'test' : String(name);
}

/** The value that rows of tests have where a rule decides about them: the same wherever its claim does. */
export function claimedValues(
  specification: ResolvedSpecification,
  resource: string,
): ReadonlyMap<string, unknown> {
  return new Map(
    rulesAbout(specification, resource).flatMap((rule) => {
      const [own] = valuesFor(specification, rule);
      return own === undefined ? [] : [[rule.field, own] as const];
    }),
  );
}

/** The rules about a resource as tests need them; where a field has one value, nothing is of others. */
export function attributeSamples(specification: ResolvedSpecification, resource: string) {
  return rulesAbout(specification, resource).flatMap((rule) => {
    const { field: member, claim, unless } = rule;
    const [own, other] = valuesFor(specification, rule);
    if (own === undefined) return [];
    return [{ member, claim, unless, own, ...(other === undefined ? {} : { other }) }];
  });
}

function rulesAbout(
  { authentication: { rules } }: ResolvedSpecification,
  resource: string,
): ResolvedAttributeRule[] {
  return rules.filter((rule) => rule.resource === resource);
}

/** Values of a field that claims decide about, each another text, and of all fields with which the claim is compared. */
function valuesFor(
  specification: ResolvedSpecification,
  rule: ResolvedAttributeRule,
): readonly unknown[] {
  if (isOfEverybody(rule.claim)) return namesFor(specification, rule);
  const { rules } = specification.authentication;
  const same = rules.filter(({ claim }) => claim === rule.claim);
  const [source = rule] = same;
  const { field, written } = decidingField(specification, source);
  if (field === undefined) return [];
  const shared = same
    .flatMap((each) => decidingField(specification, each).field ?? [])
    .reduce((one, other) => sharedValues(one, other).field ?? one);
  const fitting = written.filter((value) => judgeValue(shared, value) === undefined);
  return candidates(shared, source.field, fitting);
}

/** The names of clients that every rule about a name accepts, as the field of one of them has them. */
function namesFor(
  specification: ResolvedSpecification,
  rule: ResolvedAttributeRule,
): readonly unknown[] {
  const { rules } = specification.authentication;
  const { field: own } = decidingField(specification, rule);
  if (own === undefined) return [];
  const fields = rules
    .filter(({ claim }) => isOfEverybody(claim))
    .flatMap((each) => {
      const { field } = decidingField(specification, each);
      return field === undefined ? [] : [{ name: each.field, field }];
    });
  const texts = fields.flatMap(({ name, field }) => candidates(field, name, []).map(String));
  return [...new Set(texts)]
    .filter((text) => isClientName(text) && fields.every(({ field }) => accepts(field, text)))
    .map((text) => typed(own, text));
}

/** Whether a client can be called so, by whichever mechanism. */
function isClientName(text: string): boolean {
  return /^[^:\p{Cc}]+$/u.test(text) && text.trim() === text && text.normalize('NFC') === text;
}

function accepts(field: ResolvedField, text: string): boolean {
  return judgeValue(field, typed(field, text)) === undefined;
}

/** What a claim, which is text, says of a member. */
function typed({ type }: ResolvedField, text: string): unknown {
  if (type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

/** As example rows have it first, so that whoever may see the examples may see the rows of tests. */
function candidates(field: ResolvedField, name: string, written: readonly unknown[]): unknown[] {
  const possible = samplesOf(field, name, tries);
  const values = [...written, ...possible].filter((value) => value !== undefined);
  return [...new Map(values.map((value) => [String(value), value])).values()];
}
