import { policyRules, type PolicyRule } from '../../src/specification/index.ts';
import { resourceField } from '../../src/specification/schema/forms.ts';
import { nearest } from '../../src/specification/nearest.ts';
import { isDate } from '../../src/specification/values/calendar.ts';
import { argumentsIn, type Given } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { repeated, usage, valueFailures } from '../command/usage.ts';
import { offers, options, type VersionOptionName } from './options.ts';
import { isSubcommand, mayName, naming, subcommands, type Subcommand } from './subcommands.ts';

/** What was asked for on the command line of `version`. */
export interface VersionCommandLine {
  readonly subcommand: Subcommand;
  /** The version that it is about; empty where it is about all of them. */
  readonly label: string;
  /** Of the options with a value, the values; of the switches, nothing. */
  readonly values: ReadonlyMap<VersionOptionName, readonly string[]>;
  readonly exceptions: readonly { readonly rule: PolicyRule; readonly reason: string }[];
}

export type VersionReading =
  | { readonly kind: 'read'; readonly commandLine: VersionCommandLine }
  | { readonly kind: 'help'; readonly about: Subcommand | undefined }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

/** Reads the arguments after the word `version`: what they ask for, or all that is wrong with them. */
export function readVersionCommandLine(argv: readonly string[]): VersionReading {
  const { given, words } = argumentsIn(argv, options);
  const [subcommand = '', label = '', ...others] = words;
  if (given.some(({ name }) => name === 'help') || argv.length === 0 || subcommand === 'help') {
    return { kind: 'help', about: words.find((word) => isSubcommand(word)) };
  }
  const values = new Map<VersionOptionName, string[]>();
  for (const { name, value } of given) {
    if (options.has(name)) values.set(name, [...(values.get(name) ?? []), value ?? '']);
  }
  const named = isSubcommand(subcommand) ? subcommand : undefined;
  const exceptions = (values.get('reason') ?? []).map(exceptionOf);
  const failures = [
    ...subcommandFailures(subcommand, label, others),
    ...given.flatMap((each) => optionFailures(each, named)),
    ...repeated(
      given.map(({ name }) => name),
      options,
    ),
    ...(named === undefined ? [] : missing(named, values)),
    ...exceptions.flatMap((each) => (typeof each === 'string' ? [unknownRule(each)] : [])),
  ];
  if (named === undefined || failures.length > 0) return { kind: 'wrong', failures };
  const rules = exceptions.filter((each) => typeof each !== 'string');
  return { kind: 'read', commandLine: { subcommand: named, label, values, exceptions: rules } };
}

function subcommandFailures(
  subcommand: string,
  label: string,
  others: readonly string[],
): Failure[] {
  if (!isSubcommand(subcommand)) {
    const meant = nearest(subcommand, subcommands);
    const whatToDo = `There are: ${subcommands.join(', ')}; see resource-service version --help.`;
    const shown = subcommand === '' ? 'version' : subcommand;
    const what = subcommand === '' ? 'It is not said what to do.' : 'There is no such command.';
    return [usage(shown, what, meant === undefined ? whatToDo : `Did you mean ${meant}?`)];
  }
  if (mayName.has(subcommand)) return others.map(oneVersion);
  if (!naming.has(subcommand)) {
    const extra = [label, ...others].find((each) => each !== '');
    return extra === undefined
      ? []
      : [usage(extra, `version ${subcommand} is about all versions.`, 'Leave it out.')];
  }
  if (label === '') {
    return [usage(subcommand, 'It is not said which version.', `Write: version ${subcommand} 1`)];
  }
  return others.map(oneVersion);
}

function oneVersion(other: string): Failure {
  return usage(other, 'It is about one version.', 'Run it once for each.');
}

function optionFailures(given: Given, subcommand: Subcommand | undefined): Failure[] {
  const { name, rawName: typed } = given;
  if (!options.has(name)) {
    const meant = nearest(typed.replace(/^-+/, ''), options.names);
    const hint =
      meant === undefined ? 'See resource-service version --help.' : `Did you mean --${meant}?`;
    return [usage(typed, 'There is no such option.', hint)];
  }
  const { of = [], value: form = '' } = options.get(name);
  if (subcommand !== undefined && !offers(subcommand, name)) {
    return [
      usage(typed, `version ${subcommand} has no such option.`, `It is one of: ${of.join(', ')}.`),
    ];
  }
  const failures = valueFailures({ ...given, name }, options);
  return failures.length > 0 ? failures : formFailures(given, form);
}

/** What values look like, by the names that the help gives them. */
const forms: Readonly<Record<string, (value: string) => boolean>> = {
  DATE: isDate,
  'N/TIME[@DATE]': (value) => quotaOf(value) !== undefined,
  'OPERATION@DATE': (value) => datedOf(value) !== undefined,
  'RESOURCE.FIELD': (value) => additionOf(value) !== undefined,
  'CLIENT@DATE': (value) => datedOf(value) !== undefined,
};

function formFailures({ name, value = '' }: Given, expected: string): Failure[] {
  const form = Object.hasOwn(forms, expected) ? forms[expected] : undefined;
  if (form === undefined || form(value)) return [];
  const example = expected
    .replace('DATE', '2027-01-31')
    .replace(/\[@.*\]/, '')
    .replace('N/TIME', '20/60s')
    .replace('RESOURCE.FIELD', 'person.nickname');
  return [
    usage(
      `--${name}`,
      `${JSON.stringify(value)} is no ${expected}.`,
      `Write it like --${name} ${example}.`,
    ),
  ];
}

/** `20/60s` or `20/60s@2027-01-31`: how many requests, in how long, from when. */
export function quotaOf(
  value: string,
): { requests: number; per: string; from?: string } | undefined {
  const [, requests, per, from] =
    /^([1-9]\d{0,8})\/(\d{1,6} ?(?:ms|s|m))(?:@(.*))?$/.exec(value) ?? [];
  if (requests === undefined || per === undefined) return undefined;
  if (from === undefined) return { requests: Number(requests), per };
  return isDate(from) ? { requests: Number(requests), per, from } : undefined;
}

/** `order.delete@2027-01-31`: something, and a day. */
export function datedOf(value: string): { name: string; day: string } | undefined {
  const at = value.lastIndexOf('@');
  const [name, day] = [value.slice(0, at), value.slice(at + 1)];
  return at > 0 && isDate(day) ? { name, day } : undefined;
}

/** `person.nickname`: a resource, and a field of it. */
export function additionOf(value: string): { resource: string; field: string } | undefined {
  if (!new RegExp(resourceField.pattern).test(value)) return undefined;
  const [resource = '', field = ''] = value.split('.');
  return { resource, field };
}

/** What a version can get. */
const added: readonly VersionOptionName[] = ['with', 'filter', 'sort'];

function missing(
  subcommand: Subcommand,
  values: ReadonlyMap<VersionOptionName, unknown>,
): Failure[] {
  if (subcommand === 'extend' && !added.some((name) => values.has(name))) {
    const whatToDo = 'Write --with RESOURCE.FIELD, or --filter or --sort with the same.';
    return [usage('extend', 'It is not said what it gets.', whatToDo)];
  }
  const needsSunset = subcommand === 'deprecate' || subcommand === 'reprieve';
  return needsSunset && !values.has('sunset')
    ? [usage('--sunset', 'It is not said when the version ends.', 'Write --sunset DATE.')]
    : [];
}

/** `RULE:TEXT`; the value itself where it is none. */
function exceptionOf(value: string): { rule: PolicyRule; reason: string } | string {
  const [, name, reason = ''] = /^([^:]*):\s*(.*\S)\s*$/s.exec(value) ?? [];
  const rule = policyRules.find((each) => each === name);
  return rule === undefined || reason === '' ? value : { rule, reason };
}

function unknownRule(value: string): Failure {
  return usage(
    '--reason',
    `${JSON.stringify(value)} does not name a rule and a reason.`,
    `Write --reason "RULE:TEXT" with one of: ${policyRules.join(', ')}.`,
  );
}
