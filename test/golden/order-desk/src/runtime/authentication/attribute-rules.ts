import type { TObject, TSchema } from 'typebox';
import { violationsOf } from '../endpoints/validation.ts';
import { onceForEach } from '../storage/once-for-each.ts';
import type { AllowedValues } from '../storage/row-filter.ts';
import { claimAt } from './claims.ts';
import { isGranted, type Grants, type Principal } from './grants.ts';
import { clientOf, subjectOf, type MechanismName } from './identity.ts';

/** A row exists for a caller whose claim has the value of the member, or is one of several that do. */
export interface AttributeRule {
  /** `tenantId` */
  readonly member: string;
  /** `tenant`; `sub` and `client_id` are known of every caller, whichever credential it sent (see identity.ts). */
  readonly claim: string;
  /** For whom it exists whatever the member says. */
  readonly unless: Grants;
  /** By a former name of a value, the one that it has now: credentials may still say the former one. */
  readonly formerly?: Readonly<Record<string, unknown>>;
}

/**
 * Reads the attribute rules of one kind of resource. What a credential claims is compared as the member has it: what
 * could not be a value of it is no value, and a caller without the claim has none.
 *
 * @param shown the schema of the resource
 * @param primary the mechanism whose names members keep as they are
 */
export function attributeRules(
  rules: readonly AttributeRule[],
  { properties }: TObject,
  primary: MechanismName,
) {
  const read = rules.map((rule) => ({
    member: rule.member,
    unless: rule.unless,
    ...valuesReader(rule, known(properties[rule.member], rule.member), primary),
  }));
  return {
    members: rules.map(({ member }) => member),
    /** The values that members of a row must have, for the row to exist for a caller. */
    allowedValues: onceForEach((caller: Principal): AllowedValues => {
      const allowed: Record<string, readonly unknown[]> = {};
      for (const { member, unless, valuesFor } of read) {
        if (!isGranted(caller, unless)) allowed[member] = valuesFor(caller);
      }
      return allowed;
    }),
    /** The values that the claims of a caller give a member, also of a caller who may see every row. */
    valuesFromClaims(caller: Principal, member: string): readonly unknown[] {
      return read.find((rule) => rule.member === member)?.valuesFor(caller) ?? [];
    },
    /** Whether a row with this value, as a client sent it, would exist for the caller. */
    permits(caller: Principal, member: string, value: unknown): boolean {
      const rule = read.find((each) => each.member === member);
      if (rule === undefined || isGranted(caller, rule.unless)) return true;
      return rule.valuesFor(caller).includes(rule.typed(value));
    },
  };
}

export type AttributeRules = ReturnType<typeof attributeRules>;

function known(schema: TSchema | undefined, member: string): TSchema {
  if (schema === undefined) throw new TypeError(`there is no member ${member} to decide by`);
  return schema;
}

function valuesReader(
  { claim, formerly = {} }: AttributeRule,
  schema: TSchema,
  primary: MechanismName,
) {
  const { default: _, ...bare } = schema as TSchema & { default?: unknown };
  const { type, format } = bare as { type?: string; format?: string };
  const asKept = (value: unknown) => typed(value, type, format);
  const named = (value: unknown) =>
    typeof value === 'string' && Object.hasOwn(formerly, value) ? formerly[value] : value;
  return {
    typed: asKept,
    valuesFor: onceForEach((caller: Principal): readonly unknown[] => {
      const values = [comparable(caller, claim, primary)].flat().map(asKept).map(named);
      return [...new Set(values)]
        .filter(isStorable)
        .filter((value) => value !== undefined && violationsOf(bare, value, 'body').length === 0);
    }),
  };
}

/** Of what databases keep differently than it is written, two texts would become one: no body has it either. */
function isStorable(value: unknown): boolean {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));
}

/** A claim as members have it: who a caller is says the mechanism as well. */
function comparable(caller: Principal, claim: string, primary: MechanismName): unknown {
  if (claim === 'sub') return subjectOf(caller, primary);
  return claim === 'client_id' ? clientOf(caller, primary) : claimAt(caller.claims, claim);
}

/** What every caller has, and what its credential says of it besides. */
export function claimOf({ subject, clientId, claims }: Principal, name: string): unknown {
  if (name === 'sub') return subject;
  return name === 'client_id' ? clientId : claimAt(claims, name);
}

/** These claims of a caller, by their names. */
export function claimsOf(names: readonly string[]) {
  return (caller: Principal): Readonly<Record<string, unknown>> =>
    Object.fromEntries(names.map((name) => [name, claimOf(caller, name)]));
}

/** Credentials of our own carry text alone, and issuers write numbers in either way. */
function typed(value: unknown, type: string | undefined, format: string | undefined): unknown {
  if (typeof value === 'string') {
    if (type === 'integer') return /^-?\d{1,16}$/.test(value) ? Number(value) : undefined;
    if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
    return format === 'uuid' ? value.toLowerCase() : value;
  }
  return typeof value === 'number' && type === 'string' ? String(value) : value;
}
