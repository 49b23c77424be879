import type { AttributeRule, AuthenticationMechanism } from '../../specification/index.ts';
import { comparableTypes } from '../../specification/checks/rules.ts';
import { own } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import { resolveField } from '../../specification/resolve/field.ts';
import type { Ask } from '../ask.ts';
import { askText, type Help } from '../asking.ts';
import { exampleLine } from '../own-words.ts';
import { problemOf } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { isAbout, withoutRule, withRule } from './change.ts';
import { wordsOf } from './line.ts';

const form = 'A rule is resource.field = claim, such as   order.tenantId = tenant unless admin';

type RuleLine =
  | { readonly kind: 'rule'; readonly rule: AttributeRule }
  | { readonly kind: 'removal'; readonly resource: string; readonly field: string }
  | { readonly kind: 'mistake' };

const help: Help = {
  text: [
    'A rule is resource.field = claim: a caller sees and changes the resources whose field has the value of the claim. All other resources do not exist for the caller.',
    'Behind unless stand the roles and scopes that see all resources.',
    'Every caller has the claims sub, its name, and client_id, the name of its client. Names of any mechanism but the first one have it in front, such as basic:ada. All other claims come with the credential.',
    'A unique field is then unique among the resources with the same value, such as those of one tenant.',
  ],
  example: ['order.tenantId = tenant unless admin', 'order.ownerId = sub', '-order.tenantId'],
};

/** Where the claims of a credential come from, for each way to authenticate. */
function claimLines({ authentication }: Draft): string[] {
  const { mechanisms = [defaults.mechanism] } = authentication ?? {};
  const user = mechanisms.includes('api-key') ? 'user ' : '';
  const sources: Readonly<Record<AuthenticationMechanism, readonly string[]>> = {
    'api-key': [
      'A claim is a fact about the caller that comes with its credential.',
      'An API key gets its claims when it is made:',
      '  npm run key -- make partner-shop --claim tenant=acme',
    ],
    basic: [
      'A name with a password gets its claims when it is made:',
      `  npm run key -- ${user}make ada --claim tenant=acme`,
    ],
    jwt: ['A JWT has the claims that its issuer puts into it.'],
    oauth2: ['An access token has the claims that its issuer puts into it.'],
    none: [],
  };
  return mechanisms.flatMap((mechanism) => sources[mechanism]);
}

/** Asks whose resources are whose, one rule on a line, where a field can be compared. */
export async function askRules(ask: Ask, draft: Draft): Promise<Draft> {
  const fields = telling(draft);
  if (fields.length === 0 && draft.authentication?.rules === undefined) return draft;
  ask.say('  A rule shows callers their own resources only (attribute-based), such as:');
  ask.say(exampleLine(ask, '    order.tenantId = tenant unless admin   (-order.tenantId removes)'));
  for (const line of claimLines(draft)) ask.say(`  ${line}`);
  ask.say(`  Fields that a rule can compare: ${printable(fields.join(', '))}`);
  let answered = draft;
  for (;;) {
    for (const line of ruleLines(answered)) ask.say(line);
    const present = answered;
    const line = await askText(ask, {
      message: 'Rule (empty: done)',
      help,
      check: (typed) => ruleProblem(present, typed),
    });
    if (line === '') return present;
    answered = withRuleLine(present, line);
  }
}

export function ruleProblem(draft: Draft, line: string): string | undefined {
  if (line === '') return undefined;
  const typed = readRule(line);
  if (typed.kind === 'mistake') return form;
  if (typed.kind === 'rule') return problemOf(draft, withRule(draft, typed.rule));
  const { resource, field } = typed;
  const isThere = draft.authentication?.rules?.some((rule) => isAbout(rule, resource, field));
  return isThere === true
    ? problemOf(draft, withoutRule(draft, resource, field))
    : `There is no rule about ${printable(`${resource}.${field}`)}.`;
}

/** The draft with what was typed; a mistake changes nothing. */
export function withRuleLine(draft: Draft, line: string): Draft {
  const typed = readRule(line);
  if (typed.kind === 'mistake') return draft;
  return typed.kind === 'rule'
    ? withRule(draft, typed.rule)
    : withoutRule(draft, typed.resource, typed.field);
}

function readRule(line: string): RuleLine {
  const [, minus, resource, field, claim, unless] =
    /^(-?)([^\s.=]+)\.([^\s.=]+)(?:\s*=\s*(\S+)(?:\s+unless\s+(\S.*))?)?$/u.exec(line) ?? [];
  if (resource === undefined || field === undefined) return { kind: 'mistake' };
  if (minus === '-') {
    return claim === undefined ? { kind: 'removal', resource, field } : { kind: 'mistake' };
  }
  if (claim === undefined) return { kind: 'mistake' };
  const exempt = unless === undefined ? {} : { unless: wordsOf(unless) };
  return { kind: 'rule', rule: { resource, field, claim, ...exempt } };
}

export function ruleLines({ authentication }: Draft): string[] {
  return (authentication?.rules ?? []).map((rule) => `    ${printable(writeRule(rule))}`);
}

export function writeRule({ resource, field, claim, unless = [] }: AttributeRule): string {
  const exempt = unless.length === 0 ? '' : ` unless ${unless.join(', ')}`;
  return `${resource}.${field} = ${claim}${exempt}`;
}

/** Fields that every row has a value in, which a claim can have as well. */
function telling({ resources }: Draft): string[] {
  return Object.entries(resources).flatMap(([resource, { fields }]) =>
    Object.keys(fields)
      .filter((name) => {
        const field = own(fields, name);
        if (field?.required !== true || field.nullable === true) return false;
        return field.writeOnly !== true && comparableTypes.includes(resolveField(field).type);
      })
      .map((name) => `${resource}.${name}`),
  );
}
