import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import type { Method } from '../../specification/index.ts';
import { kebabCaseOf, snakeCase } from '../../specification/names/casing.ts';
import { customOperationsOf } from '../../model/custom-operations.ts';
import { withPresentCustomOperations } from '../../model/present.ts';
import { code, identifier, join, literal, type Code } from '../code.ts';
import { accessView, withGrants } from './access.ts';
import { acrossPath } from './strategy.ts';
import { columnView, ownColumns, usesStored, type ColumnView } from './column-code.ts';
import { hasLinks } from '../features.ts';
import {
  customOperationFunctions,
  customOperationsView,
  endpointsVariable,
} from './custom-operations.ts';
import { isAnnounced } from './event-sources.ts';
import { exampleView } from './example.ts';
import { withCost } from './policies.ts';
import { helpersOf, memberSchema } from './schema-code.ts';

/** What the templates of one resource show. */
export function resourceView(model: ServiceModel, resource: ResourceModel) {
  const parent = resource.parents.at(-1);
  const members = resource.fields.map((field) => ({
    name: identifier(field.name),
    schema: memberSchema(field),
  }));
  const helpers = helpersOf(members.map(({ schema }) => schema));
  return {
    name: resource.name,
    camel: identifier(resource.camel),
    pascal: identifier(resource.pascal),
    pascalText: resource.title,
    description: resource.description,
    summary:
      resource.description === ''
        ? `What is kept of ${article(resource.name)}.`
        : resource.description,
    article: article(resource.name),
    isChangedByFlags: model.changing.some((flag) =>
      flag.resources.some(({ name }) => name === resource.name),
    ),
    pluralText: words(resource.plural),
    imports: join([...helpers, 'type SystemMembers'].map(importName), ', '),
    parentMembers:
      parent === undefined
        ? []
        : [
            {
              name: identifier(parent.idParameter),
              description: `The ${words(parent.name)} it belongs to.`,
            },
          ],
    members,
    ...exampleView(resource),
    ...customOperationsView(model, resource),
    ...routesView(model, resource),
    ...storeView(resource),
    ...accessView(model, resource),
  };
}

function importName(name: string): Code {
  const [first = '', second] = name.split(' ');
  return second === undefined ? identifier(first) : code`type ${identifier(second)}`;
}

function routesView(model: ServiceModel, resource: ResourceModel) {
  const { endpoint } = resource;
  const { methods } = endpoint;
  const one = identifier(endpointsVariable(resource));
  const options = {
    filter: endpoint.filter,
    sort: endpoint.sort,
    size: endpoint.pagination.size,
    maxSize: endpoint.pagination.maxSize,
    total: endpoint.pagination.total,
    ...(endpoint.pagination.cursor ? { cursors: identifier('cursors') } : {}),
  };
  const calls = {
    list: { method: 'GET', call: code`${identifier('list')}(${one}, ${options})` },
    create: { method: 'POST', call: code`${identifier('create')}(${one})` },
    read: { method: 'GET', call: code`${identifier('read')}(${one})` },
    replace: { method: 'PUT', call: code`${identifier(functionOf('replace', endpoint))}(${one})` },
    update: { method: 'PATCH', call: code`${identifier('update')}(${one})` },
    delete: { method: 'DELETE', call: code`${identifier('remove')}(${one})` },
  } as const;
  const view = (names: readonly (keyof typeof calls)[]) =>
    names
      .filter((name) => methods.includes(name))
      .map((name) => ({
        method: identifier(calls[name].method),
        call: withGrants(model, resource, name, withCost(calls[name].call, endpoint.cost[name])),
      }));

  const across = acrossPath(model, resource);
  return {
    isAnnounced: isAnnounced(model, resource),
    variable: one,
    one: resource.title,
    many: resource.pluralPascal,
    idParameter: resource.idParameter,
    preconditions: endpoint.preconditions,
    idempotencyKey: endpoint.idempotencyKey,
    camelText: resource.camel,
    plural: resource.plural,
    hasCursor: methods.includes('list') && endpoint.pagination.cursor,
    ...linksView(model, resource),
    parentParameters: resource.parents.map((parent) => parent.idParameter),
    operationImports: importedOperations([
      ...methods.map((method) => functionOf(method, endpoint)),
      ...(across === undefined ? [] : ['listAcross']),
      ...customOperationFunctions(customOperationsOf(withPresentCustomOperations(resource))),
    ]),
    collectionPath: resource.collectionPath,
    singlePath: `${resource.collectionPath}/{${resource.idParameter}}`,
    collection: view(['list', 'create']),
    single: view(['read', 'replace', 'update', 'delete']),
    across:
      across === undefined
        ? []
        : [
            {
              path: across,
              call: withGrants(
                model,
                resource,
                'list',
                withCost(
                  code`${identifier('listAcross')}(${one}, ${options}, ${resource.collectionPath})`,
                  endpoint.cost.list,
                ),
              ),
            },
          ],
  };
}

/** The modules of functions that make operations. */
export function importedOperations(names: readonly string[]): { name: Code; file: string }[] {
  return names.toSorted().map((name) => ({ name: identifier(name), file: kebabCaseOf(name) }));
}

/** Only representations with links need to know them. */
function linksView(model: ServiceModel, { references, children }: ResourceModel) {
  const isLinked = hasLinks(model);
  return {
    hasReferences: isLinked && references.length > 0,
    references: Object.fromEntries(
      references.map(({ member, target, path }) => [
        member,
        { collection: target.plural, ...(path === undefined ? {} : { path }) },
      ]),
    ),
    children: isLinked ? children : [],
  };
}

/** The function that makes an operation; its file has the same name. */
function functionOf(method: Method, { createByReplace }: ResourceModel['endpoint']): string {
  if (method === 'delete') return 'remove';
  return method === 'replace' && createByReplace ? 'replaceOrCreate' : method;
}

function storeView(resource: ResourceModel) {
  const parent = resource.parents.at(-1);
  const parentMember =
    parent === undefined
      ? undefined
      : { name: parent.idParameter, column: snakeCase(parent.idParameter) };
  const own = ownColumns(parentMember);
  const fields = resource.fields.map((field) => columnView(resource.pascal, field));
  const columns: ColumnView[] = [...own.before, ...fields, ...own.after];
  const declarations = unique(columns.flatMap(({ declaration }) => declaration ?? []));
  const declared = new Set(
    columns.filter((each) => each.declaration).map((each) => each.conversion.code),
  );
  const codec = [...new Set(columns.map(({ conversion }) => conversion.code))]
    .filter((name) => !declared.has(name))
    .toSorted();
  return {
    table: resource.table,
    usesStored: resource.fields.some(({ field }) => usesStored(field)),
    codec: join(codec.map(identifier), ', '),
    declarations: declarations.map((declaration) => ({ declaration })),
    columns,
    required: columns.filter(({ isOptional }) => !isOptional),
    optional: columns.filter(({ isOptional }) => isOptional),
    parentTables: resource.parents.map((each) => ({
      description: literal({ table: each.table, column: snakeCase(each.idParameter) }),
    })),
  };
}

function unique(codes: readonly Code[]): Code[] {
  return [...new Map(codes.map((each) => [each.code, each])).values()];
}

function words(name: string): string {
  return name.replaceAll('-', ' ');
}

function article(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${words(name)}`;
}
