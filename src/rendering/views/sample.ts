import type { FieldModel, ResourceModel, ResourceNames, ServiceModel } from '../../model/model.ts';
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
  const references = writable.filter(({ field }) => field.type === 'reference');
  const needed = requiredReferences(model, resource);
  // What must be sent and cannot be there yet refers to nothing.
  const empty = references.filter(
    ({ field, name }) => field.required && !needed.some((each) => each.name === name),
  );
  const body = (index: number) =>
    Object.fromEntries([
      ...plain.flatMap((field) => {
        const value = claimed.get(field.name) ?? sampleOf(field.field, index, field.name);
        return value === undefined ? [] : [[field.name, value] as const];
      }),
      ...empty.map(({ name }) => [name, null] as const),
    ]);
  const spanning = new Set(resource.unique.flat().map(({ name }) => name));
  const unique = plain.filter(({ name, field }) => field.unique || spanning.has(name));
  const values = (field: FieldModel) =>
    [
      ...new Set(
        Array.from({ length: distinct }, (_, index) => sampleOf(field.field, index, field.name)),
      ),
    ].filter((value) => value !== undefined);
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
      requiredReferences: needed.map(({ name, target }) => ({
        member: identifier(name),
        sample: identifier(`${target.camel}Sample`),
      })),
      references: names(references),
      imports: importsOf(resource, needed),
      parent: parent === undefined ? '' : identifier(`${parent.camel}Sample`),
      kept: keptTransition(model, resource),
      ...actSamples(model, resource, distinct),
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

/** References that must be sent, to what can be there before: not to its own kind, nor to what refers back to it. */
function requiredReferences({ creationOrder }: ServiceModel, resource: ResourceModel) {
  const earlier = new Set(
    creationOrder.slice(0, creationOrder.indexOf(resource)).map(({ name }) => name),
  );
  return resource.fields.flatMap(({ name, field, target }) =>
    field.required && target !== undefined && earlier.has(target.name) ? [{ name, target }] : [],
  );
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
