import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import * as reserved from '../names/reserved.ts';
import { isMapping, own } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import { resourceEndpoints, type Field } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { couldShareName, isNameClaim } from '../values/client-names.ts';
import { sharedValues } from '../values/shared.ts';
import { ancestorsOf, unknownResource } from './parents.ts';
import { rowOf, type Row } from './rows.ts';
import { resourceNames, type CheckContext } from './check-context.ts';
import { unknownField } from './unique.ts';

/** Types of which a claim, which is text, has a value. What a reference refers to no issuer of tokens knows. */
export const comparableTypes: readonly string[] = [
  'string',
  'uuid',
  'email',
  'enum',
  'integer',
  'boolean',
];

const objectMembers: ReadonlySet<string> = new Set(reserved.objectMembers);

/** A rule as far as it is written as one. */
interface Rule {
  readonly path: Path;
  readonly resource: string | undefined;
  readonly field: string | undefined;
  readonly claim: string | undefined;
}

/** Rules name fields that every row has a value in, which a claim can have as well. */
export function ruleIssues(context: CheckContext, unclear: ReadonlySet<Field>): Issue[] {
  const rules = rulesAsWritten(context);
  const names = resourceNames(context);
  const known = new Set(names);
  const rows = new Map<string, Row>();
  const seen = new Set<string>();
  const tied = new Map<string, Tied>();
  const compared: Compared[] = [];
  const issues = rules.flatMap((rule): Issue[] => {
    const { path, resource, field, claim } = rule;
    if (resource === undefined) return [];
    if (!known.has(resource))
      return [atValue([...path, 'resource'], unknownResource(resource, names))];
    if (field === undefined) return [];
    const row = rows.get(resource) ?? rowOf(context, resource, unclear);
    rows.set(resource, row);
    const place = [...path, 'field'];
    if (!row.names.includes(field)) return [atValue(place, unknownField(field, row.names))];
    const name = `${resource}.${field}`;
    if (seen.has(name)) {
      const message = `there is a rule about ${shown(name)} already; a row has to pass all rules, so put the claims into one of them`;
      return [atValue(place, { code: 'name-collision', message })];
    }
    seen.add(name);
    const validated = fieldIssues(row, field, place);
    const resolved = own(row.fields, field);
    if (validated.length > 0 || claim === undefined || resolved === undefined) return validated;
    const tie = { name, field: resolved };
    const apart = claimIssues(tie, claim, tied, [...path, 'claim']);
    if (apart.length > 0 || !isNameClaim(claim)) return apart;
    compared.push({ ...tie, claim });
    return hasOneName(context) ? nameIssues(compared, [...path, 'claim']) : [];
  });
  return [...issues, ...rules.flatMap(claimNameIssues), ...creationIssues(context, rules)];
}

/** Each rule as it is written, whatever is wrong with the others. */
function rulesAsWritten({ raw }: CheckContext): Rule[] {
  const rules = valueAt(raw, ['authentication', 'rules']);
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: unknown, position) => {
    if (!isMapping(rule)) return [];
    const textAt = (key: string) => {
      const text = own(rule, key);
      return typeof text === 'string' ? text : undefined;
    };
    return [
      {
        path: ['authentication', 'rules', position],
        resource: textAt('resource'),
        field: textAt('field'),
        claim: textAt('claim'),
      },
    ];
  });
}

function fieldIssues({ fields, state }: Row, name: string, path: Path): Issue[] {
  const refuse = (message: string) =>
    atValue(path, { code: 'rule-field', message, found: shown(name) });
  if (name === state) {
    return [
      refuse(`${shown(name)} is the state, which changes and says nothing of whose a row is`),
    ];
  }
  const field = own(fields, name);
  if (field === undefined) return [];
  const problems = [
    ...(comparableTypes.includes(field.type)
      ? []
      : [
          `it is of the type "${field.type}", and a claim is compared with ${comparableTypes.slice(0, -1).join(', ')} or ${comparableTypes.at(-1)}`,
        ]),
    ...(field.writeOnly ? ['it is write-only, and a rule would give its values away'] : []),
    ...(field.required ? [] : ['it is not required, so a row could have no owner: add required']),
    ...(field.nullable ? ['it is nullable, so a row could have no owner: remove nullable'] : []),
  ];
  if (problems.length === 0) return [];
  return [refuse(`no rule can be about ${shown(name)}: ${problems.join('; ')}`)];
}

/** Claims are members of a JavaScript object. The members that every object inherits cannot be claims. */
function claimNameIssues({ path, claim }: Rule): Issue[] {
  const member = claim?.split('.').find((part) => objectMembers.has(part));
  if (claim === undefined || member === undefined) return [];
  const message = `${shown(claim)} cannot name a claim: every JavaScript object has a member ${shown(member)}`;
  return [atValue([...path, 'claim'], { code: 'name-reserved', message, found: shown(claim) })];
}

/** A field that a claim is compared with, as narrow as those before it of the same claim make it. */
interface Tied {
  /** With its resource. */
  readonly name: string;
  readonly field: ResolvedField;
}

/** One claim has values that all fields have which it is compared with. */
function claimIssues(tie: Tied, claim: string, tied: Map<string, Tied>, path: Path): Issue[] {
  const other = tied.get(claim);
  if (other === undefined) {
    tied.set(claim, tie);
    return [];
  }
  const { field, key } = sharedValues(tie.field, other.field);
  if (field !== undefined) {
    tied.set(claim, { name: tie.name, field });
    return [];
  }
  const message = `the claim ${shown(claim)} is compared with ${shown(other.name)} too, and no value fits both: the fields differ in ${key}; make them alike in that, or compare another claim`;
  return [atValue(path, { code: 'claim-type', message })];
}

/** A field that is compared with the name of a client. */
interface Compared extends Tied {
  readonly claim: string;
}

/** Tokens tell the caller from its client; a key or a password has one name, which is both. */
function hasOneName({ valid, raw }: CheckContext): boolean {
  const written = valueAt(raw, ['authentication', 'mechanisms']);
  const usual = written === undefined ? [defaults.mechanism] : [];
  const { mechanisms = usual } = valid.authentication ?? {};
  return mechanisms.includes('api-key') || mechanisms.includes('basic');
}

function nameIssues(compared: readonly Compared[], path: Path): Issue[] {
  const last = compared.at(-1);
  const other = compared.find(({ claim }) => claim !== last?.claim);
  if (last === undefined || other === undefined) return [];
  if (couldShareName(compared.map(({ field }) => field))) return [];
  const message = `where clients send an API key or a password, ${shown(last.claim)} is their name, as ${shown(other.claim)} is; that is compared with ${shown(other.name)}, and no name fits both: make the fields alike, or compare another claim`;
  return [atValue(path, { code: 'claim-type', message })];
}

/** Whether an identifier is free must not tell of a row that the caller cannot see. */
function creationIssues(context: CheckContext, rules: readonly Rule[]): Issue[] {
  const ruled = new Set(rules.map(({ resource }) => resource));
  return Object.entries(resourceEndpoints(context.valid.endpoints)).flatMap(([name, endpoint]) => {
    if (endpoint.createByReplace !== true) return [];
    const owner = [name, ...ancestorsOf(context, name)].find((each) => ruled.has(each));
    if (owner === undefined) return [];
    const where = owner === name ? `"${name}"` : `"${owner}", which "${name}" lives in,`;
    const message = `${where} has attribute rules, and a PUT to an identifier that is taken by a row that the caller cannot see would tell of it; leave createByReplace out`;
    return [atKey(['endpoints', name, 'createByReplace'], { code: 'contradiction', message })];
  });
}
