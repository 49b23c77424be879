import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { sampleOf } from '../../model/samples/sample.ts';
import type { Representation } from '../../specification/index.ts';
import type { ResolvedLimits, ResolvedQuota } from '../../specification/resolved.ts';
import { code, identifier } from '../code.ts';
import { isReleased } from '../features.ts';
import { mediaTypes } from '../media-types.ts';
import { packageVersion } from '../package-root.ts';
import { accessTexts } from './access-text.ts';
import { claimedValues } from './claim-samples.ts';
import { fieldText } from './field-text.ts';
import { uniqueKeys } from './samples/unique-keys.ts';
import { seedView } from './seed.ts';
import { customOperationRows, stateTexts } from './state-text.ts';
import { addressed, versionTexts } from './version-text.ts';

/** What README.md and INTERFACE.md show. */
export function documentView(model: ServiceModel) {
  const { service, errors, limits, representations } = model.specification;
  const relations = relationsOf(model);
  return {
    generator: { name: 'generator-resource-service', version: packageVersion() },
    ...seedView(model),
    ...stateTexts(model.resources),
    ...accessTexts(model),
    isReleased: isReleased(model),
    contactLines: Object.values(service.contact ?? {}),
    ...versionTexts(model),
    entities: model.resources.map(({ pascal }) => ({ name: identifier(pascal) })),
    documented: model.resources.map((resource) => documented(resource, addressed(model))),
    createsByReplace: model.resources.some(({ endpoint }) => endpoint.createByReplace),
    formats: representations.map((name) => ({
      mediaType: mediaTypes[name],
      ...representationTexts[name],
    })),
    hasJsonApi: representations.includes('json-api'),
    hasOtherProblems: representations.some((name) => name !== 'json' && name !== 'hal'),
    hasRelations: relations.length > 0,
    relations,
    example: exampleOf(model),
    validation: errors.validationStatus,
    sizes: [
      { name: 'Body of a request', value: bytes(limits.body), answer: '413' },
      { name: 'Address', value: bytes(limits.uri), answer: '414' },
      { name: 'Header fields together', value: bytes(limits.headers), answer: '431' },
      { name: 'Nesting of a body', value: `${String(limits.depth)} levels`, answer: '400' },
      { name: 'Header fields arrive within', value: seconds(limits.headersTimeout), answer: '408' },
      { name: 'Request arrives within', value: seconds(limits.requestTimeout), answer: '408' },
      {
        name: 'Idle connection is kept for',
        value: seconds(limits.keepAliveTimeout),
        answer: 'closed',
      },
      { name: 'Requests worked on at a time', value: String(limits.concurrency), answer: '503' },
      {
        name: `Those of one ${limits.anonymous === undefined ? 'address' : 'client'}`,
        value: String(limits.clientConcurrency),
        answer: '429',
      },
    ],
    quotas: quotasOf(limits),
    costs: model.resources.flatMap((resource) =>
      Object.entries(resource.endpoint.cost).map(([operation, cost]) => ({
        title: resource.name,
        operation,
        cost,
      })),
    ),
    isFailingOpen: limits.onStoreFailure === 'open',
  };
}

/** Who may send how much. */
function quotasOf({
  default: defaultValue,
  burst,
  anonymous,
  failedAuthentication,
}: ResolvedLimits) {
  const client = anonymous === undefined ? 'an address' : 'a client';
  const rows: readonly (readonly [string, string, ResolvedQuota | undefined])[] = [
    ['default', client, defaultValue],
    ['burst', client, burst],
    ['anonymous', 'an address, without a credential', anonymous],
    [
      'failed-authentication',
      'an address, with a credential that is not valid',
      failedAuthentication,
    ],
  ];
  return rows.flatMap(([name, whom, quota]) =>
    quota === undefined
      ? []
      : [
          {
            name,
            whom,
            requests: `${String(quota.requests)} in ${seconds(quota.per)}`,
            burst: quota.burst,
          },
        ],
  );
}

const representationTexts: Readonly<
  Record<Representation, { what: string; isRead: 'yes' | 'no' }>
> = {
  json: { what: 'the members themselves', isRead: 'yes' },
  hal: { what: 'the members and links (HAL)', isRead: 'yes' },
  'json-api': { what: 'JSON:API 1.1', isRead: 'yes' },
  xml: { what: 'the members as elements', isRead: 'yes' },
  html: { what: 'pages for people', isRead: 'no' },
};

function documented(resource: ResourceModel, address: (path: string) => string) {
  const { endpoint, parents } = resource;
  const parent = parents.at(-1);
  const { size, maxSize, total, cursor } = endpoint.pagination;
  const single = `${resource.collectionPath}/{${resource.idParameter}}`;
  const operations = {
    list: ['GET', resource.collectionPath, 'list', '200'],
    create: ['POST', resource.collectionPath, 'create', '201'],
    read: ['GET', single, 'read', '200'],
    replace: ['PUT', single, 'replace as a whole', '200'],
    update: ['PATCH', single, 'change what the body names', '200'],
    delete: ['DELETE', single, 'delete', '204'],
  } as const;
  return {
    title: resource.name,
    description: resource.description,
    within: parent === undefined ? '' : parent.name,
    fields: resource.fields.map(fieldText),
    uniqueNotes: uniqueNotes(resource),
    uniqueTogether: resource.unique.map((group) => ({
      members: group.map(({ name }) => name).join(', '),
    })),
    operations: [
      ...endpoint.methods.map((method) => {
        const [verb, path, meaning, status] = operations[method];
        return { verb, path: address(path), meaning, status };
      }),
      ...customOperationRows(resource, address),
    ],
    hasList: endpoint.methods.includes('list'),
    filter: endpoint.filter.length > 0 ? endpoint.filter.join(', ') : 'none',
    sort: endpoint.sort.length > 0 ? endpoint.sort.join(', ') : 'none',
    size,
    maxSize,
    total: total ? 'counted' : 'not counted',
    cursor: cursor ? 'offered' : 'not offered',
    preconditions: endpoint.preconditions,
    idempotencyKey: endpoint.idempotencyKey,
    createByReplace: endpoint.createByReplace ? 'yes' : 'no',
  };
}

const kinds = { one: code`||--o{`, perhaps: code`|o--o{` };

/** Entities and relations of a Mermaid diagram. */
function relationsOf({ resources }: ServiceModel) {
  return resources.flatMap((resource) => [
    ...resource.parents
      .slice(-1)
      .map((parent) => relation(parent.pascal, 'one', resource.pascal, 'contains')),
    ...resource.fields.flatMap(({ name, field, target }) =>
      target === undefined
        ? []
        : [relation(target.pascal, field.required ? 'one' : 'perhaps', resource.pascal, name)],
    ),
  ]);
}

function relation(from: string, kind: keyof typeof kinds, to: string, name: string) {
  return { line: code`${identifier(from)} ${kinds[kind]} ${identifier(to)} : ${identifier(name)}` };
}

/** A request that a newcomer can send at once: the first resource that can be made without another one. */
function exampleOf(model: ServiceModel) {
  const resource = model.creationOrder.find(
    ({ parents, fields, endpoint }) =>
      parents.length === 0 &&
      endpoint.methods.includes('create') &&
      fields.every(({ field }) => field.type !== 'reference' || !field.required),
  );
  if (resource === undefined) return [];
  const fromClaims = claimedValues(model.specification, resource.name);
  const body = Object.fromEntries(
    resource.fields.flatMap(({ name, field }) => {
      const value = field.required ? (fromClaims.get(name) ?? sampleOf(field, 0, name)) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return [{ path: addressed(model)(resource.collectionPath), body }];
}

function bytes(count: number): string {
  if (count % (1024 * 1024) === 0) return `${String(count / 1024 / 1024)} MiB`;
  if (count % 1024 === 0) return `${String(count / 1024)} KiB`;
  return `${String(count)} bytes`;
}

function seconds(milliseconds: number): string {
  return milliseconds % 1000 === 0
    ? `${String(milliseconds / 1000)} s`
    : `${String(milliseconds)} ms`;
}

/**
 * Within what values are unique. A key that contains the members of the resource's rules is unique by itself: only the rest of
 * these members is said.
 */
function uniqueNotes(resource: ResourceModel): readonly string[] {
  const within = resource.access.within.map(({ name }) => name);
  const keys = uniqueKeys(resource).map((names) => ({
    subject: `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are together'}`,
    among: within.filter((name) => !names.includes(name)).join(' and '),
  }));
  const limited = keys.filter(({ among }) => among !== '');
  const [first] = limited;
  if (first === undefined) return [];
  return keys.every(({ among }) => among === first.among)
    ? [`Unique means: among those with the same ${first.among}.`]
    : limited.map(({ subject, among }) => `${subject} unique among those with the same ${among}.`);
}
