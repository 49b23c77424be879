import { canonicalOf } from '../../model/samples/canonical.ts';
import { samplesOf } from '../../model/samples/sample.ts';
import type {
  ResolvedAttributeRule,
  ResolvedField,
  ResolvedSpecification,
} from '../../specification/index.ts';
import { isNameClaim, nameAsValue, takesName } from '../../specification/values/client-names.ts';
import { sharedValues } from '../../specification/values/shared.ts';
import { validateValue } from '../../specification/values/value.ts';

/** How many values are looked at for two that differ. */
const tries = 20;

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
  const rule = nameRules(specification).find(({ unless }) => unless.length === 0);
  const [name] = rule === undefined ? [] : valuesFor(specification, rule);
  return name === undefined ? 'test' : String(name);
}

/**
 * What the tokens of tests say instead of the name of a client, where there are rules about `sub` and others about
 * `client_id`: two clients, each with values of its own, and each by either of its names. Otherwise nothing.
 */
export function clientsOfTwoNames(
  specification: ResolvedSpecification,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (!hasTwoNames(specification)) return {};
  const [subjects, clients] = [namesIn(specification, 'sub'), namesIn(specification, 'client_id')];
  const [subject, client] = [subjects[0], clients[0]];
  if (subject === undefined || client === undefined) return {};
  const first = { sub: subject, client_id: client };
  const second = { sub: subjects[1] ?? subject, client_id: clients[1] ?? client };
  // A name that both have, as there is no other, is that of the first.
  return {
    [second.sub]: second,
    [second.client_id]: second,
    [first.sub]: first,
    [first.client_id]: first,
  };
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

/** Fields that claims decide about, and that tests find no value for which a client could claim. */
export function unclaimedFields(
  specification: ResolvedSpecification,
  resource: string,
): ReadonlySet<string> {
  const rules = rulesAbout(specification, resource);
  const unclaimed = rules.filter((rule) => valuesFor(specification, rule).length === 0);
  return new Set(unclaimed.map(({ field }) => field));
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
  if (isNameClaim(rule.claim)) return namesFor(specification, rule);
  const { rules } = specification.authentication;
  const same = rules.filter(({ claim }) => claim === rule.claim);
  const [source = rule] = same;
  const { field, written } = decidingField(specification, source);
  if (field === undefined) return [];
  const shared = same
    .flatMap((each) => decidingField(specification, each).field ?? [])
    .reduce((one, other) => sharedValues(one, other).field ?? one);
  const fitting = written.filter((value) => validateValue(shared, value) === undefined);
  return candidates(shared, source.field, fitting);
}

/** The names of clients that a rule accepts, as its field has them. */
function namesFor(
  specification: ResolvedSpecification,
  rule: ResolvedAttributeRule,
): readonly unknown[] {
  const { field: own } = decidingField(specification, rule);
  if (own === undefined) return [];
  const names = hasTwoNames(specification)
    ? namesIn(specification, rule.claim)
    : sharedNames(specification, nameRules(specification));
  return names.map((name) => nameAsValue(own, name));
}

/** Names that every rule about one of the two claims accepts. */
function namesIn(specification: ResolvedSpecification, claim: string): readonly string[] {
  const rules = nameRules(specification).filter((rule) => rule.claim === claim);
  const names = sharedNames(specification, rules);
  if (claim === 'sub') return names;
  // With a subject of the same name, the client would act for itself and be another subject.
  const subjects = new Set(namesIn(specification, 'sub').slice(0, 2));
  return names.filter((name) => !subjects.has(name));
}

/** The rules about who a caller is. */
function nameRules({ authentication: { rules } }: ResolvedSpecification): ResolvedAttributeRule[] {
  return rules.filter(({ claim }) => isNameClaim(claim));
}

/** Whether most tests send tokens, which tell the subject from the client: a key or a password has one name. */
function hasTwoNames({ authentication: { mechanisms } }: ResolvedSpecification): boolean {
  const [usual] = mechanisms;
  return usual === 'jwt' || usual === 'oauth2';
}

function sharedNames(
  specification: ResolvedSpecification,
  rules: readonly ResolvedAttributeRule[],
): readonly string[] {
  const fields = rules.flatMap((each) => {
    const { field } = decidingField(specification, each);
    return field === undefined ? [] : [{ name: each.field, field }];
  });
  const names = fields.flatMap(({ name, field }) => candidates(field, name, []).map(String));
  return [...new Set(names)].filter(
    (name) => isClientName(name) && fields.every(({ field }) => takesName(field, name)),
  );
}

/** Whether a client can be called so, by whichever mechanism. */
function isClientName(text: string): boolean {
  return /^[^:\p{Cc}]+$/u.test(text) && text.trim() === text && text.normalize('NFC') === text;
}

/** The value of the first example row, so that a caller who may see the examples may see the rows of tests. */
function candidates(field: ResolvedField, name: string, written: readonly unknown[]): unknown[] {
  const possible = samplesOf(field, name, tries);
  const values = [...written, ...possible].filter((value) => value !== undefined);
  return [...new Map(values.map((value) => [String(value), value])).values()];
}
