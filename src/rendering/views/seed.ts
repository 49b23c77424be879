import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { sampleOf } from '../../model/samples/sample.ts';
import { code, identifier, literal } from '../code.ts';

/** Rows for `npm run seed`: those of the specification, or one that is made up. */
export function seedView(model: ServiceModel) {
  const rowsOf = (resource: ResourceModel) =>
    resource.examples.length > 0 ? resource.examples : [madeUp(resource)];
  const variable = (name: string, number: number) => identifier(`${name}Row${String(number)}`);
  const camelOf = new Map(model.resources.map((resource) => [resource.name, resource.camel]));
  // What a history keeps, only transitions make.
  const seeded = model.creationOrder.filter(({ historyOf }) => historyOf === undefined);
  const seedRows = seeded.flatMap((resource, position) => {
    const place = (name: string) => seeded.findIndex((each) => each.name === name);
    return rowsOf(resource).map((row, index) => {
      /** Whether the row with this number is kept before this one. */
      const isEarlier = (name: string, number: number) =>
        place(name) < position || (place(name) === position && number <= index);
      const members = resource.fields.flatMap(({ name, field, target }) => {
        if (field.readOnly) return [];
        const value = row[name];
        if (target === undefined)
          return value === undefined ? [] : [[name, literal(value)] as const];
        const number = numberOf(value);
        const isMeant = typeof value === 'number' || (value === undefined && field.required);
        if (isMeant && isEarlier(target.name, number)) {
          const id = code`${variable(camelOf.get(target.name) ?? '', number)}.id`;
          return [[name, id] as const];
        }
        // What must be sent, and is not there yet or not at all, refers to nothing.
        return value === null || field.required ? [[name, literal(null)] as const] : [];
      });
      const parent = resource.parents.at(-1);
      // A field of the same name says nothing about the parent.
      const isSaid = resource.fields.every(({ name }) => name !== parent?.name);
      return {
        variable: variable(resource.camel, index + 1),
        camel: identifier(resource.camel),
        // Its timers are set as if it were made by a request.
        timers: isTimed(resource)
          ? [{ resource: resource.name, states: identifier(`${resource.camel}States`) }]
          : [],
        body: literal(Object.fromEntries(members)),
        parent: (parent === undefined ? [] : [parent]).map(({ idParameter, camel, name }) =>
          literal({ [idParameter]: code`${variable(camel, isSaid ? numberOf(row[name]) : 1)}.id` }),
        ),
      };
    });
  });
  const references = new Set(
    seedRows
      .flatMap(({ body, parent }) => [body, ...parent])
      .flatMap(({ code }) => Array.from(code.matchAll(/\b(\w+)(?=\.id\b)/g), ([name]) => name)),
  );
  return {
    seedRows: seedRows.map((row) => ({
      ...row,
      // A row that nothing refers to needs no name.
      isReferredTo: row.timers.length > 0 || references.has(row.variable.code),
    })),
    seeded: model.resources
      .filter((resource) => seeded.includes(resource))
      .map(({ name, camel }) => ({ name, camel: identifier(camel) })),
    timedSeeds: model.resources
      .filter(isTimed)
      .map(({ name, camel }) => ({ name, states: identifier(`${camel}States`) })),
    seedCount: seedRows.length,
    firstTable: model.creationOrder[0]?.table ?? '',
  };
}

function isTimed({ machine }: ResourceModel): boolean {
  return machine?.transitions.some((transition) => transition.isTimed) === true;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 1;
}

function madeUp(resource: ResourceModel): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    resource.fields.map(({ name, field }) => [name, sampleOf(field, 0, name)]),
  );
}
