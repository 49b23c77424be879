import { isDeepStrictEqual } from 'node:util';
import { isPermitted } from '../../model/access.ts';
import type { FieldModel, ResourceModel, ResourceNames, ServiceModel } from '../../model/model.ts';
import { known } from '../../model/known.ts';
import { resourcesByName } from '../../model/once.ts';
import { canonicalOf } from '../../model/samples/canonical.ts';
import { referredId } from '../../model/samples/fulfilling.ts';
import { invalidSamples, type InvalidSample } from '../../model/samples/invalid.ts';
import { samplesOf } from '../../model/samples/sample.ts';
import { identifier, literal } from '../code.ts';
import { customOperationSamples } from './custom-operation-samples.ts';
import { attributeSamples, claimedValues } from './claim-samples.ts';
import {
  distinct,
  isClosed,
  materialOf,
  plainFields,
  requiredReferences,
} from './samples/bodies.ts';
import { roomOf } from './samples/room.ts';
import { boundsOf, spellingsOf } from './samples/spellings.ts';
import { uniqueKeys } from './samples/unique-keys.ts';

/** What the tests of one resource work with. */
export function sampleView(model: ServiceModel, resource: ResourceModel) {
  const material = materialOf(model, resource);
  const { rows, vacant } = roomOf(model, resource, material);
  const { isSendable } = material;
  const cannot = cannotOf(model, resource);
  const writable = resource.fields.filter((each) => !each.field.readOnly && !isClosed(each));
  const plain = plainFields(resource);
  const fromClaims = claimedValues(model.specification, resource.name);
  const attributes = attributeSamples(model.specification, resource.name);
  const chosen = plain.filter(({ name }) => material.values.has(name) && !fromClaims.has(name));
  const members = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const references = writable.filter(({ field }) => field.type === 'reference');
  const needed = requiredReferences(model, resource);
  const prefix = `/v${model.newest.label}`;
  const names = (list: readonly FieldModel[]) => list.map(({ name }) => name);
  const parent = resource.parents.at(-1);
  // A test cannot do what no caller may do, nor send a body that cannot be made.
  const methods = isMakeable(model, resource)
    ? resource.endpoint.methods.filter(
        (method) =>
          isPermitted(resource.access.grants, method === 'list' ? 'read' : method) &&
          (isSendable || (method !== 'create' && method !== 'replace')),
      )
    : [];
  const largest = model.specification.limits.body - JSON.stringify(material.bodies[0]).length - 200;
  return {
    sample: {
      path: prefix + resource.collectionPath,
      bodies: material.bodies,
      types: literal(
        Object.fromEntries(resource.fields.map(({ name, field }) => [name, field.type])),
      ),
      alike: literal(material.alike),
      cannot,
      unique: literal(
        Object.fromEntries(members.map((name) => [name, rows.map((row) => row[name])])),
      ),
      room: vacant === undefined ? rows.length : 'unlimited',
      vacant: vacant === undefined ? [] : [vacant],
      uniqueKeys: uniqueKeys(resource),
      uniqueDefaults: literal(uniqueDefaults(resource)),
      spellings: chosen.flatMap((field) => spellingsOf(field)),
      bounds: chosen.flatMap((field) => boundsOf(field)).filter(isWithin(largest)),
      invalid: plain
        .flatMap(({ name, field }): InvalidSample[] => invalidSamples(name, field))
        .filter(isWithin(largest)),
      // What the claims of its caller say need not be said.
      required: names(
        writable.filter(({ name, field }) => field.required && !fromClaims.has(name)),
      ),
      table: resource.table,
      targets: Object.fromEntries(
        resource.fields.flatMap(({ name, target }) =>
          target === undefined ? [] : [[name, target.idParameter]],
        ),
      ),
      memberAccess: resource.fields
        .filter(({ field }) => field.readableBy !== undefined || field.writableBy !== undefined)
        .map((each) => restrictedSample(each, attributes, resource.endpoint.filter)),
      attributes,
      // A required member that no caller may send keeps its stored value.
      immutable: names(
        resource.fields.filter(({ field }) => field.immutable || field.writableBy?.length === 0),
      ),
      readOnly: names(resource.fields.filter(({ field }) => field.readOnly)),
      // A member that no caller may read is write-only as well.
      writeOnly: names(
        resource.fields.filter(({ field }) => field.writeOnly || field.readableBy?.length === 0),
      ),
      filter: resource.endpoint.filter,
      sort: resource.endpoint.sort,
      methods,
      preconditions: resource.endpoint.preconditions,
      // What cannot be read by anybody in any way is shown to who makes it.
      isShown: resource.access.grants?.['read']?.length !== 0,
      createByReplace:
        resource.endpoint.createByReplace && isPermitted(resource.access.grants, 'create'),
      makers: makersByReplace(resource),
      replacingNothing: replacingNothing(resource),
      maxSize: resource.endpoint.pagination.maxSize,
      hasTotal: resource.endpoint.pagination.total,
      hasCursor: resource.endpoint.pagination.cursor,
      idempotencyKey: resource.endpoint.idempotencyKey,
      requiredReferences: needed.map(({ name, target }) => ({
        member: identifier(name),
        sample: identifier(`${target.camel}Sample`),
      })),
      references: names(references),
      imports: importsOf(resource, needed),
      parents: parent === undefined ? [] : [identifier(`${parent.camel}Sample`)],
      kept: keptTransition(model, resource),
      ...customOperationSamples(model, resource, distinct),
    },
  };
}

/**
 * A member that not everybody sees or sets, with values that differ from one that is there by itself. Where claims
 * decide about it, rows of tests have the value that claims say.
 */
function restrictedSample(
  { name, field }: FieldModel,
  attributes: ReturnType<typeof attributeSamples>,
  filter: readonly string[],
) {
  const { readableBy, writableBy, nullable } = field;
  const ruling = attributes.find(({ member }) => member === name);
  const made = ruling === undefined ? samplesOf(field, name, 3) : [ruling.own, ruling.other];
  // What only the service sets no test can.
  const values = field.readOnly ? [] : made;
  const value = values.find((each) => !isDeepStrictEqual(each, field.default));
  const others = [...values, nullable ? null : undefined];
  const other = others.find((each) => each !== undefined && !isDeepStrictEqual(each, value));
  // What tests do not send may be looked for all the same.
  const any = field.type === 'reference' ? referredId : samplesOf(field, name, 1)[0];
  const sought = filter.includes(name) ? (value ?? any) : undefined;
  return {
    member: name,
    ...(readableBy === undefined ? {} : { readableBy }),
    ...(writableBy === undefined ? {} : { writableBy }),
    ...(value === undefined ? {} : { value }),
    ...(value === undefined || other === undefined ? {} : { other }),
    ...(sought === undefined ? {} : { sought }),
    isNullable: nullable,
    isRequired: field.required,
  };
}

/** The values of unique members that a request does not send. */
function uniqueDefaults(resource: ResourceModel) {
  const unique = new Set(uniqueKeys(resource).flat());
  return Object.fromEntries(
    resource.fields
      .filter(({ name, field }) => unique.has(name) && field.default !== undefined)
      .map(({ name, field }) => [name, canonicalOf(field, field.default)]),
  );
}

/** Whether there is room for the value in a body besides what is there. */
function isWithin(largest: number) {
  return (each: { readonly value: unknown } | { readonly sent: unknown }) =>
    JSON.stringify('value' in each ? each.value : each.sent).length <= largest;
}

/** Whether tests can make one, with all that has to be there before. */
function isMakeable(model: ServiceModel, resource: ResourceModel): boolean {
  return (
    materialOf(model, resource).isWhole &&
    neededBy(model, resource).every((each) => isMakeable(model, each))
  );
}

/** What could not be made of a resource, and of what has to be there before. */
function cannotOf(model: ServiceModel, resource: ResourceModel): readonly string[] {
  const around = neededBy(model, resource)
    .filter((each) => !isMakeable(model, each))
    .map(({ name }) => `${name}, which has to be there before`);
  return [...materialOf(model, resource).cannot, ...around];
}

/** Its parent and what it must refer to. */
function neededBy(model: ServiceModel, resource: ResourceModel): readonly ResourceModel[] {
  const targets = requiredReferences(model, resource).map(({ target }) => target);
  return [...resource.parents.slice(-1), ...targets].map(({ name }) =>
    known(resourcesByName(model).get(name)),
  );
}

/** Where nothing but PUT makes one, no permission of a POST says who may. Empty or one. */
function makersByReplace({ endpoint, access }: ResourceModel) {
  const isMade = endpoint.createByReplace && !endpoint.methods.includes('create');
  const grants = access.grants?.['create'] ?? [];
  return isMade && grants.length > 0 ? [{ grants }] : [];
}

/** What a PUT to an identifier of nothing answers. */
function replacingNothing(resource: ResourceModel): 201 | 403 | 404 {
  if (!resource.endpoint.createByReplace) return 404;
  return isPermitted(resource.access.grants, 'create') ? 201 : 403;
}

/** What the service itself sets in a row of a history; empty for all other resources. */
function keptTransition(model: ServiceModel, { historyOf }: ResourceModel) {
  const made = historyOf === undefined ? undefined : resourcesByName(model).get(historyOf.name);
  const [transition] = made?.machine?.transitions ?? [];
  if (transition === undefined) return [];
  const { name, from, to } = transition;
  return [{ transition: name, from: from[0] ?? '', to }];
}

/** Samples of other resources that this one is made with. */
function importsOf(
  { parents }: ResourceModel,
  needed: readonly { readonly target: ResourceNames }[],
) {
  const targets = [...parents.slice(-1), ...needed.map(({ target }) => target)];
  const byName = new Map(targets.map((target) => [target.name, target]));
  return [...byName.values()].map((target) => ({
    name: target.name,
    sample: identifier(`${target.camel}Sample`),
  }));
}
