import type { ComposedResource } from '../../../evolution/compose/chain.ts';
import { isUnchanged, type Member } from '../../../evolution/compose/members.ts';
import {
  listTranslationOf,
  type QueryTranslation,
  type ValueTranslation,
} from '../../../evolution/compose/query-translation.ts';
import type { ResourceModel } from '../../../model/model.ts';
import { code, identifier, join, type Code } from '../../code.ts';
import { hooksName } from './expression-code.ts';
import type { Used } from './used.ts';

export function membersView(
  composed: ComposedResource,
  { endpoint: { filter, sort } }: ResourceModel,
  used: Used,
) {
  const asked = new Set([...filter, ...sort]);
  return composed.down
    .filter((member) => !member.field.writeOnly && !isUnchanged(member))
    .filter(({ name, expression }) => asked.has(name) || expression.kind === 'member')
    .map((member) => ({ member, asked: listTranslationOf(member, composed) }))
    .filter(({ asked: { from, always } }) => from.length > 0 || always !== undefined)
    .map((each) => memberCode(each.asked, each.member, used));
}

export function memberCode(
  { name, from, sort, equal, bound, always }: QueryTranslation,
  { expression }: Member,
  used: Used,
) {
  const isPlain = expression.kind === 'member';
  const parts = [
    code`from: ${from}`,
    ...(sort === undefined && from.length > 0 ? [code`sort: []`] : []),
    ...(sort === undefined || sort.join() === from.join() ? [] : [code`sort: ${sort}`]),
    ...(always === undefined ? [] : [code`always: ${always.value ?? null}`]),
    ...(always !== undefined || equal === undefined || isPlain || equal.length === 0
      ? []
      : [code`equal: (value) => ${findingCode(equal, used)}`]),
    ...(bound === undefined || bound.length === 0
      ? []
      : [code`bound: (value) => ${convertedBy(bound, identifier('value'), used)}`]),
  ];
  return { name: identifier(name), code: code`{ ${join(parts, ', ')} }` };
}

function findingCode(findings: readonly ValueTranslation[], used: Used): Code {
  const value = identifier('value');
  if (findings.every(({ kind }) => kind === 'convert')) {
    return code`[[${convertedBy(findings, value, used)}]]`;
  }
  const [only] = findings;
  if (findings.length === 1 && only?.kind === 'parts') {
    const { separator, missing } = only;
    return used.call('divisionsOf', code`${identifier('String')}(${value})`, separator, missing);
  }
  if (findings.length === 1 && only?.kind === 'hook') {
    used.hooks.add(only.step);
    const hook = join([hooksName(only.step), only.name, 'up'].map(identifier), '.');
    const found = identifier('found');
    const picks = only.picks.map((pick) => code`${found}.${identifier(pick)}`);
    return code`{
      const ${found} = ${hook}({ ${identifier(only.member)}: ${value} as never });
      return [[${join(picks, ', ')}]];
    }`;
  }
  const each = identifier('each');
  return findings.reduce<Code>((values, finding, index) => {
    const isLast = index === findings.length - 1;
    if (finding.kind === 'table') {
      used.converters.add('shownAs');
      const found = code`${identifier('shownAs')}(${each}, ${finding.table})`;
      const begun =
        index === 0
          ? code`${identifier('shownAs')}(${value}, ${finding.table})`
          : code`${values}.flatMap((${each}) => ${found})`;
      return isLast ? code`${begun}.map((${each}) => [${each}])` : begun;
    }
    const from = index === 0 ? code`[${value}]` : values;
    const converted = convertedBy([finding], each, used);
    return isLast
      ? code`${from}.map((${each}) => [${converted}])`
      : code`${from}.map((${each}) => ${converted})`;
  }, value);
}

function convertedBy(findings: readonly ValueTranslation[], value: Code, used: Used): Code {
  return findings.reduce<Code>(
    (inner, finding) =>
      finding.kind === 'convert'
        ? used.call(
            finding.name,
            inner === value ? parameterOf(finding.name, value) : inner,
            ...finding.parameters,
          )
        : inner,
    value,
  );
}

/** Parameters were checked by the schema of this version. */
function parameterOf(converter: string, value: Code): Code {
  return converter === 'durationOf'
    ? code`${identifier('Number')}(${value})`
    : code`${identifier('String')}(${value})`;
}
