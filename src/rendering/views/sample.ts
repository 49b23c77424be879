import type { FieldModel, ResourceModel, ServiceModel } from '../../model/model.ts';
import { sampleOf } from '../../model/samples/sample.ts';
import { invalidSamples, type InvalidSample } from '../../model/samples/invalid.ts';
import { identifier, literal } from '../code.ts';
import { actSamples } from './acts.ts';
import { attributeSamples, claimedValues } from './claim-samples.ts';

/** How many values of a unique member a test may need. */
const distinct = 60;

/** What the tests of one resource work with. */
export function sampleView(model: ServiceModel, resource: ResourceModel) {
  const writable = resource.fields.filter(({ field }) => !field.readOnly);
  const plain = writable.filter(({ field }) => field.type !== 'reference');
  const claimed = claimedValues(model.specification, resource.name);
  const body = (index: number) =>
    Object.fromEntries(
      plain.flatMap((field) => {
        const value = claimed.get(field.name) ?? sampleOf(field.field, index, field.name);
        return value === undefined ? [] : [[field.name, value]];
      }),
    );
  const spanning = new Set(resource.unique.flat().map(({ name }) => name));
  const unique = plain.filter(({ name, field }) => field.unique || spanning.has(name));
  const values = (field: FieldModel) =>
    [
      ...new Set(
        Array.from({ length: distinct }, (_, index) => sampleOf(field.field, index, field.name)),
      ),
    ].filter((value) => value !== undefined);
  const references = writable.filter(({ field }) => field.type === 'reference');
  const prefix = `/v${model.newest.label}`;
  const names = (list: readonly FieldModel[]) => list.map(({ name }) => name);
  const having = (flag: 'immutable' | 'readOnly' | 'writeOnly') =>
    names(resource.fields.filter(({ field }) => field[flag]));
  const parent = resource.parents.at(-1);
  return {
    sample: {
      path: prefix + resource.collectionPath,
      bodies: [body(0), body(1)],
      unique: literal(Object.fromEntries(unique.map((field) => [field.name, values(field)]))),
      uniqueKeys: [
        ...resource.fields.filter(({ field }) => field.unique).map(({ name }) => [name]),
        ...resource.unique.map((group) => group.map(({ name }) => name)),
      ],
      invalid: plain.flatMap(({ name, field }): InvalidSample[] => invalidSamples(name, field)),
      // What the claims of its caller say need not be said.
      required: names(writable.filter(({ name, field }) => field.required && !claimed.has(name))),
      table: resource.table,
      targets: Object.fromEntries(
        references.map(({ name, target }) => [name, target?.idParameter ?? '']),
      ),
      restricted: resource.fields
        .filter(({ field }) => field.readableBy !== undefined || field.writableBy !== undefined)
        .map(({ name, field: { readableBy, writableBy } }) => ({
          member: name,
          ...(readableBy === undefined ? {} : { readableBy }),
          ...(writableBy === undefined ? {} : { writableBy }),
        })),
      attributes: attributeSamples(model.specification, resource.name),
      immutable: having('immutable'),
      readOnly: having('readOnly'),
      writeOnly: having('writeOnly'),
      filter: resource.endpoint.filter,
      sort: resource.endpoint.sort,
      // What nobody may do no test can do either.
      methods: resource.endpoint.methods.filter((method) => isPermitted(resource, method)),
      preconditions: resource.endpoint.preconditions,
      createByReplace: resource.endpoint.createByReplace,
      maxSize: resource.endpoint.pagination.maxSize,
      hasTotal: resource.endpoint.pagination.total,
      hasCursor: resource.endpoint.pagination.cursor,
      idempotencyKey: resource.endpoint.idempotencyKey,
      requiredReferences: references
        .filter(({ field }) => field.required)
        .map(({ name, target }) => ({
          member: identifier(name),
          sample: identifier(`${target?.camel ?? ''}Sample`),
        })),
      references: names(references),
      imports: importsOf(resource),
      parent: parent === undefined ? '' : identifier(`${parent.camel}Sample`),
      kept: keptTransition(model, resource),
      ...actSamples(resource),
    },
  };
}

/** Whether anybody may do it. */
function isPermitted({ access: { grants } }: ResourceModel, method: string): boolean {
  return grants === undefined || (grants[method === 'list' ? 'read' : method] ?? []).length > 0;
}

/** What the service itself sets in a row of a history; `false` for all other resources. */
function keptTransition({ resources }: ServiceModel, { historyOf }: ResourceModel) {
  const made = resources.find(({ name }) => name === historyOf?.name);
  const [transition] = made?.machine?.transitions ?? [];
  if (transition === undefined) return false;
  const { name, from, to } = transition;
  return { transition: name, from: from[0], to };
}

/** Samples of other resources that this one is made with. A reference to its own kind is never required. */
function importsOf(resource: ResourceModel) {
  const targets = [
    ...resource.parents.slice(-1),
    ...resource.fields.flatMap(({ field, target }) =>
      field.required && target !== undefined ? [target] : [],
    ),
  ];
  const byName = new Map(targets.map((target) => [target.name, target]));
  return [...byName.values()].map((target) => ({
    name: target.name,
    sample: identifier(`${target.camel}Sample`),
  }));
}
