import type { ComposedResource, ComposedVersion } from '../../../evolution/compose/chain.ts';
import { visit, type Table } from '../../../evolution/compose/expression.ts';
import { formerRules } from '../../../evolution/compose/former-rules.ts';
import { expressionsOf, type Member } from '../../../evolution/compose/members.ts';
import { pointersOf } from '../../../evolution/compose/pointers.ts';
import { systemFields } from '../../../evolution/compose/shape.ts';
import { customOperationsOf } from '../../../model/custom-operations.ts';
import { known } from '../../../model/known.ts';
import type { ResourceModel, ServiceModel } from '../../../model/model.ts';
import { capitalized } from '../../../specification/names/casing.ts';
import { code, identifier, join, type Code } from '../../code.ts';
import { hasCustomOperationLinks, hasGrants, hasLinks, primaryMechanism } from '../../features.ts';
import { helpersOf } from '../schema-code.ts';
import { convertedCode } from './converted-schema.ts';
import { customOperationAdapterView } from './custom-operation-adapter.ts';
import { answerBody, areFew, choiceCode, hooksName, objectCode } from './expression-code.ts';
import { membersView } from './member-queries.ts';
import { versionName } from './names.ts';
import { namingOf } from './naming.ts';
import { complete, isIdentity, replacementMembers } from './replacement-members.ts';
import { Used } from './used.ts';

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
          expressionsOf(down),
          code`Members & Partial<${type}>`,
          { ...naming, isAnswer: true },
          used,
        ),
  );
  const createCode = used.observed(() =>
    isWritten ? objectCode(expressionsOf(fresh), naming, used) : code`{}`,
  );
  const replaceCode = used.observed(() =>
    isWritten
      ? objectCode(expressionsOf(replacement), { ...naming, newest: ['seen'] }, used)
      : code`{}`,
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
    called: `${capitalized(article(older.name))} as version ${version.label} has it, made of ${article(resource.name)} of now.`,
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

export function isOfService(name: string): boolean {
  return Object.hasOwn(systemFields, name);
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

function words(name: string): string {
  return name.replaceAll('-', ' ');
}

function article(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${words(name)}`;
}
