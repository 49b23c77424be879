import {
  listTranslationOf,
  type QueryTranslation,
  type ValueTranslation,
} from '../../../evolution/compose/query-translation.ts';
import type {
  ComposedCustomOperation,
  ComposedResource,
  ComposedVersion,
} from '../../../evolution/compose/chain.ts';
import {
  fallback,
  visit,
  type Expression,
  type Table,
} from '../../../evolution/compose/expression.ts';
import { convertedPaths } from '../../../evolution/compose/converted.ts';
import { customOperationInputs } from '../../../evolution/compose/custom-operations.ts';
import { formerRules } from '../../../evolution/compose/former-rules.ts';
import type { LinkedOperation } from '../../../evolution/compose/link.ts';
import { segmentsOf, type Member } from '../../../evolution/compose/members.ts';
import { pointersOf } from '../../../evolution/compose/pointers.ts';
import { keptUnlessSent, replacementOf } from '../../../evolution/compose/replacement.ts';
import { fieldsOf, systemFields } from '../../../evolution/compose/shape.ts';
import { customOperationAlong, namesAlong } from '../../../evolution/compose/walk.ts';
import { customOperationsOf } from '../../../model/custom-operations.ts';
import { known } from '../../../model/known.ts';
import type { FieldModel, ResourceModel, ServiceModel } from '../../../model/model.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { code, identifier, join, type Code } from '../../code.ts';
import { hasCustomOperationLinks, hasGrants, hasLinks, primaryMechanism } from '../../features.ts';
import { convertedSchema, helpersOf, memberSchema } from '../schema-code.ts';
import {
  answerBody,
  areFew,
  choiceCode,
  hooksName,
  objectCode,
  type Naming,
} from './expression-code.ts';
import { Used } from './used.ts';
import { versionName } from './names.ts';

/** The adapter of one resource of an older version, as its template shows it. */
export function adapterView(
  model: ServiceModel,
  olderModel: ServiceModel,
  version: ComposedVersion,
  composed: ComposedResource,
) {
  const resource = known(model.resources.find(({ name }) => name === composed.newest));
  const older = known(olderModel.resources.find(({ name }) => name === composed.older));
  const used = new Used();
  const naming = namingOf(version, composed);
  const down = composed.down.filter(({ field }) => !field.writeOnly);
  const up = composed.up.map(complete);
  const fresh = up.filter(({ name, field }) => !isOfService(name) && !field.readOnly);
  const replacement = replacementMembers(composed);
  const members = membersView(composed, older, used);
  const customOperations = composed.customOperations.flatMap((customOperation) =>
    customOperationAdapterView(version, composed, customOperation, naming, used),
  );
  const isSame = isIdentity(down) && isIdentity(composed.up);
  // Clients read a history and never write to it.
  const isWritten = !isSame && resource.historyOf === undefined;
  const type = identifier(`${older.pascal}${versionName(version.label)}`);
  const shownCode = used.observed(() =>
    isSame
      ? code``
      : answerBody(
          pairs(down),
          code`Members & Partial<${type}>`,
          { ...naming, isAnswer: true },
          used,
        ),
  );
  const createCode = used.observed(() =>
    isWritten ? objectCode(pairs(fresh), naming, used) : code`{}`,
  );
  const replaceCode = used.observed(() =>
    isWritten ? objectCode(pairs(replacement), { ...naming, newest: ['seen'] }, used) : code`{}`,
  );
  const view = {
    isSame,
    down: shownCode.made,
    isWritten,
    create: createCode.made,
    replace: replaceCode.made,
  };
  const pointers = pointersOf(composed.up).filter(([from]) => !isOfService(from.slice(1)));
  const converted = convertedCode(version, composed);
  const helpers = helpersOf([converted, ...customOperations.flatMap(({ schemas }) => schemas)]);
  const replacementText = view.replace.code;
  return {
    ...view,
    version: version.label,
    usesType: isWritten || /\bMembers\b/.test(view.down.code),
    type,
    newestType: identifier(resource.pascal),
    newestFile: resource.name,
    newestCamel: identifier(resource.camel),
    name: older.name,
    camel: identifier(older.camel),
    called: `${capital(article(older.name))} as version ${version.label} has it, made of ${article(resource.name)} of now.`,
    claimed: claimedOf(version, composed, fresh),
    formerRules: formerRules(version, composed),
    primaryMechanism: primaryMechanism(model),
    usesBody: /\bbody\b/.test(view.create.code),
    usesShown: /\bshown\b/.test(replacementText),
    callsInDown: shownCode.callsHooks,
    callsInCreate: createCode.callsHooks,
    callsInReplace: replaceCode.callsHooks,
    callsHooks: used.hookCalls > 0,
    usesSeen: /\bseen\b/.test(replacementText) || /\bshown\b/.test(replacementText),
    description: descriptionCode(model, older, resource, composed),
    members,
    pointers,
    customOperations: customOperations.map(({ code: each }) => ({ code: each })),
    offers: offersOf(composed, older, resource),
    ...stateView(composed, resource, used),
    list: listView(older, composed),
    hasGrants: hasGrants(model),
    tables: used.tables,
    converters: join([...used.converters].toSorted().map(identifier), ', '),
    hasConverters: used.converters.size > 0,
    hooks: [...used.hooks].toSorted().map((step) => ({ name: identifier(hooksName(step)), step })),
    hasPointers: pointers.length > 0 || customOperations.some(({ hasPointer }) => hasPointer),
    schemaHelpers: join(helpers.map(identifier), ', '),
    hasSchemaHelpers: helpers.length > 0,
    converted: converted === undefined ? [] : [{ code: converted }],
    usesSchemas:
      converted !== undefined || customOperations.some(({ schemas }) => schemas.length > 0),
  };
}

/** What members of the newest version can be that converters make; undefined: whatever clients send becomes such a value. */
function convertedCode(
  { newest, steps }: ComposedVersion,
  { newest: name }: ComposedResource,
): Code | undefined {
  const links = namesAlong(steps, name) ?? [];
  const operations = links.map((link) => link.operations);
  return schemaOfConverted(operations, fieldsOf(newest, name));
}

function schemaOfConverted(
  operations: readonly (readonly LinkedOperation[])[],
  fields: Readonly<Record<string, ResolvedField>>,
): Code | undefined {
  const paths = convertedPaths(operations, fields);
  if (paths.length === 0) return undefined;
  const segments = paths.map((path) =>
    segmentsOf(path).flatMap(({ name, isList }) => (isList ? [name, '[]'] : [name])),
  );
  return convertedSchema(fields, segments);
}

/** Members that only the newest version has, and that claims decide about there; as a list where there are any. */
function claimedOf(
  { newest }: ComposedVersion,
  composed: ComposedResource,
  fresh: readonly Member[],
): (readonly string[])[] {
  const ruled = new Set(
    newest.authentication.rules
      .filter(({ resource }) => resource === composed.newest)
      .map(({ field }) => field),
  );
  const names = fresh
    .filter(({ name, expression }) => ruled.has(name) && expression.kind === 'added')
    .map(({ name }) => name);
  return names.length === 0 ? [] : [names];
}

export function pairs(members: readonly Member[]): [string, Expression][] {
  return members.map(({ name, expression }) => [name, expression]);
}

export function isOfService(name: string): boolean {
  return Object.hasOwn(systemFields, name);
}

export function namingOf(
  { specification, newest }: ComposedVersion,
  composed: ComposedResource,
): Naming {
  const older = fieldsOf(specification, composed.older);
  // What a claim says need not be sent.
  const claimed = new Set(
    specification.authentication.rules
      .filter(({ resource }) => resource === composed.older)
      .map(({ field }) => older[field]),
  );
  return {
    newest: ['newest'],
    older: ['body'],
    shown: ['shown'],
    fields: {
      newest: [fieldsOf(newest, composed.newest)],
      older: [older],
    },
    isAnswer: false,
    isCertain: (field, side) =>
      side === 'newest'
        ? (field.required || field.nullable || field.default !== undefined) &&
          field.readableBy === undefined &&
          !field.writeOnly
        : field.required &&
          !claimed.has(field) &&
          !field.readOnly &&
          !field.writeOnly &&
          field.readableBy === undefined &&
          field.writableBy === undefined,
  };
}

/**
 * What takes the place of a resource, by the step. What is only written keeps its value where a body leaves it out, so it gets no default
 * there, neither that of the newest version nor that of a step.
 */
export function replacementMembers(composed: ComposedResource): Member[] {
  const up = composed.up.map((member) =>
    member.field.writeOnly
      ? { ...member, expression: keptUnlessSent(member.expression, composed.down) }
      : complete(member),
  );
  return withoutUnshown(replacementOf(up, composed.down), composed);
}

/** What is never shown cannot be compared with what was shown. */
function withoutUnshown(members: readonly Member[], { down }: ComposedResource): Member[] {
  const unshown = new Set(down.flatMap(({ name, field }) => (field.writeOnly ? [name] : [])));
  return members.map((member) => {
    const { expression } = member;
    if (expression.kind !== 'kept') return member;
    const isUnshown = expression.sources.some(
      (each) => each.kind === 'member' && unshown.has(topOf(each)),
    );
    return isUnshown ? { ...member, expression: expression.changed } : member;
  });
}

function topOf(of: Expression & { readonly kind: 'member' }): string {
  return of.of.kind === 'member' ? topOf(of.of) : of.name;
}

/** Whether every member is the one of its name. */
export function isIdentity(members: readonly Member[]): boolean {
  return members.every(
    ({ name, expression }) =>
      expression.kind === 'member' && expression.of.kind === 'root' && expression.name === name,
  );
}

function descriptionCode(
  model: ServiceModel,
  older: ResourceModel,
  resource: ResourceModel,
  composed: ComposedResource,
): Code {
  const references = Object.fromEntries(
    older.references.map(({ member, target, path }) => [
      member,
      { collection: target.plural, ...(path === undefined ? {} : { path }) },
    ]),
  );
  const customOperations = customOperationNames(older);
  const renamed = composed.customOperations.filter(
    (customOperation) => customOperation.newest !== customOperation.older,
  );
  const grants = identifier(`${resource.camel}Grants`);
  return join(
    [
      code`names: ${{ one: older.title, many: older.pluralPascal }}`,
      code`name: ${older.camel}`,
      code`collection: ${older.plural}`,
      code`schemas: ${identifier(`${older.camel}Schemas`)}`,
      ...(hasLinks(model) && older.references.length > 0 ? [code`references: ${references}`] : []),
      ...(hasLinks(model) && older.children.length > 0 ? [code`children: ${older.children}`] : []),
      ...(hasCustomOperationLinks(model) && customOperations.length > 0
        ? [code`customOperations: ${customOperations}`]
        : []),
      ...(hasGrants(model)
        ? [
            renamed.length === 0
              ? code`grants: ${grants}`
              : code`grants: { ...${grants}, ${join(
                  renamed.map(
                    (customOperation) =>
                      code`${customOperation.older}: ${grants}[${customOperation.newest}]`,
                  ),
                  ', ',
                )} }`,
          ]
        : []),
    ],
    ',\n',
  );
}

/** What can be done in the older version, where that is not all that the service can do. */
function offersOf(
  { customOperations }: ComposedResource,
  older: ResourceModel,
  resource: ResourceModel,
): (readonly string[])[] {
  return customOperations.length === customOperationsOf(resource).length
    ? []
    : [customOperationNames(older)];
}

function customOperationNames(resource: ResourceModel): string[] {
  return customOperationsOf(resource).map(({ name }) => name);
}

function membersView(
  composed: ComposedResource,
  { endpoint: { filter, sort } }: ResourceModel,
  used: Used,
) {
  const asked = new Set([...filter, ...sort]);
  return composed.down
    .filter(({ name, expression, field }) => !field.writeOnly && !isOwn(expression, name))
    .filter(({ name, expression }) => asked.has(name) || expression.kind === 'member')
    .map((member) => ({ member, asked: listTranslationOf(member, composed) }))
    .filter(({ asked: { from, always } }) => from.length > 0 || always !== undefined)
    .map((each) => memberCode(each.asked, each.member, used));
}

function isOwn(of: Expression, name: string): boolean {
  return of.kind === 'member' && of.of.kind === 'root' && of.name === name;
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

export function customOperationAdapterView(
  version: ComposedVersion,
  composed: ComposedResource,
  customOperation: ComposedCustomOperation,
  naming: Naming,
  used: Used,
) {
  const inputs =
    customOperationInputs(version.specification, composed.older)[customOperation.older] ?? {};
  const newestInputs =
    customOperationInputs(version.newest, composed.newest)[customOperation.newest] ?? {};
  // An input that is gone is taken and goes no further.
  const isPassedOn =
    isIdentity(customOperation.up) && customOperation.up.length === Object.keys(inputs).length;
  const isSameShape = isPassedOn && JSON.stringify(inputs) === JSON.stringify(newestInputs);
  if (isSameShape && customOperation.newest === customOperation.older) return [];
  const pointers = pointersOf(customOperation.up);
  const inputNaming: Naming = {
    ...naming,
    fields: { newest: [newestInputs], older: [inputs] },
    isUntyped: true,
  };
  const schema = isSameShape ? undefined : inputSchema(inputs);
  const links = namesAlong(version.steps, composed.newest) ?? [];
  const along = customOperationAlong(links, customOperation.newest) ?? [];
  const converted = schemaOfConverted(
    along.map(({ operations }) => operations),
    newestInputs,
  );
  const parts = [
    code`newest: ${customOperation.newest}`,
    ...(schema === undefined ? [] : [code`schema: ${schema}`]),
    ...(isPassedOn
      ? []
      : [inputCode(() => objectCode(pairs(customOperation.up), inputNaming, used), used)]),
    ...(converted === undefined ? [] : [code`converted: ${converted}`]),
    ...(pointers.length === 0 ? [] : [code`pointer: ${identifier('relocating')}(${pointers})`]),
  ];
  return [
    {
      code: code`${customOperation.older}: { ${join(parts, ', ')} }`,
      hasPointer: pointers.length > 0,
      schemas: [schema, converted].filter((each) => each !== undefined),
    },
  ];
}

/** The schema has checked what is sent: converters take it as it is. */
function inputCode(make: () => Code, used: Used): Code {
  const { made: object, callsHooks } = used.observed(make);
  const once = callsHooks ? code`const once = hookCalls();` : code``;
  if (!/\bbody\b/.test(object.code)) return code`input: () => (${object})`;
  return object.code.includes('(')
    ? code`input: (sent) => {
        ${once}
        const body = sent as Readonly<Record<string, never>>;
        return ${object};
      }`
    : code`input: (body) => (${object})`;
}

function inputSchema(inputs: Readonly<Record<string, ResolvedField>>): Code {
  const members = Object.entries(inputs).map(([name, field]) => {
    const input: FieldModel = {
      name,
      column: name,
      field,
      isAlwaysPresent: field.required,
      // What is not sent is not there, also where it may be null.
      mayBeOmitted: false,
    };
    return code`${identifier(name)}: ${memberSchema(input)}`;
  });
  const object = members.length === 0 ? code`{}` : code`{ ${join(members, ', ')} }`;
  return code`${identifier('Type')}.Object(${object}, { additionalProperties: false })`;
}

/** What states are called, where that is not the same. */
function stateView({ down }: ComposedResource, { machine }: ResourceModel, used: Used) {
  const field = machine?.field.name;
  const tables: Table[] = [];
  for (const { expression } of down) {
    visit(expression, (each) => {
      if (each.kind === 'map' && each.of.kind === 'member' && each.of.name === field) {
        tables.push(each.table);
      }
      return true;
    });
  }
  const [states] = tables;
  if (field === undefined || states === undefined) return { hasStates: false };
  const newest = identifier('newest');
  return {
    hasStates: true,
    state: areFew(states)
      ? choiceCode(newest, states)
      : code`${used.table(`${field}Names`, states)}.get(${newest}) ?? ${newest}`,
  };
}

/** Bodies of the newest version get their nulls and defaults from its schema, which what is made here does not pass. */
export function complete(member: Member): Member {
  const { field, expression } = member;
  const initial = field.default ?? (field.nullable ? null : undefined);
  const isFilled = ['value', 'fallback', 'map'].includes(expression.kind);
  if (initial === undefined || isFilled || field.readOnly) return member;
  if (expression.kind === 'added') {
    return {
      ...member,
      expression: { ...expression, fresh: fallback(expression.fresh, initial, 'absent') },
    };
  }
  return { ...member, expression: fallback(expression, initial, 'absent') };
}

/** What lists offer. */
function listView(older: ResourceModel, { list }: ComposedResource): object[] {
  const then = { ...offered(older), ...list };
  // Also if the names are the same: the schemas of the version say what a client may ask for.
  return older.endpoint.methods.includes('list') ? [then] : [];
}

export function offered({ endpoint: { filter, sort, pagination } }: ResourceModel) {
  const { size, maxSize, total, cursor } = pagination;
  return { filter, sort, size, maxSize, total, cursor };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(name: string): string {
  return name.replaceAll('-', ' ');
}

function article(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${words(name)}`;
}
