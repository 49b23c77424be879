import type { AttributeRule } from '../../specification/index.ts';
import { comparableTypes } from '../../specification/checks/rules.ts';
import { own } from '../../specification/plain.ts';
import { resolveField } from '../../specification/resolve/field.ts';
import type { Ask } from '../ask.ts';
import { askText } from '../asking.ts';
import { problemOf } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { fit, printable } from '../printable.ts';
import { isAbout, withoutRule, withRule } from './change.ts';
import { wordsOf } from './line.ts';

const form = 'A rule is resource.field = claim, such as   order.tenantId = tenant unless admin';

type RuleLine =
  | { readonly kind: 'rule'; readonly rule: AttributeRule }
  | { readonly kind: 'removal'; readonly resource: string; readonly field: string }
  | { readonly kind: 'mistake' };

/** Asks whose rows are whose, one rule on a line, where a field could tell. */
export async function askRules(ask: Ask, draft: Draft): Promise<Draft> {
  const fields = telling(draft);
  if (fields.length === 0 && draft.authentication?.rules === undefined) return draft;
  ask.say('  Rows that exist only for some callers, by a field and a claim of theirs:');
  ask.say('    order.tenantId = tenant unless admin   (-order.tenantId removes)');
  ask.say('  What is unique is then unique among the rows of one value, such as a tenant.');
  ask.say(fit(`  Fields that can tell: ${printable(fields.join(', '))}`, 78));
  let answered = draft;
  for (;;) {
    for (const line of ruleLines(answered)) ask.say(line);
    const present = answered;
    const line = await askText(ask, {
      message: 'Rule (empty: done)',
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
  return (authentication?.rules ?? []).map((rule) => fit(`    ${printable(writeRule(rule))}`, 78));
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
