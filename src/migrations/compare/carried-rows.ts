import type { FieldOperation } from '../../evolution/steps/schema.ts';
import { conversionCall } from '../../evolution/steps/converters.ts';
import { newest } from '../../evolution/compose/expression.ts';
import { memberAt, segmentsOf, type Member } from '../../evolution/compose/members.ts';
import { membersOf } from '../../evolution/compose/shape.ts';
import type { ResourceModel } from '../../model/model.ts';
import { canonicalOf } from '../../model/samples/canonical.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { withPaths, type RowOperation } from '../row-operation.ts';
import { shapeOf, type Shape } from '../shape.ts';
import { fieldOf } from '../table.ts';
import type { ColumnPair } from './match-columns.ts';

/** A field of the rows on the way from the former table to the present one. */
interface Root {
  /** What the field is called by now. */
  name: string;
  shape: Shape;
  /** Its column before; absent: it is new. */
  readonly column?: string;
}

/** A place in the values of rows: below a column. */
export interface Place {
  readonly root: Pick<Root, 'name' | 'column'>;
  /** `.gift.note`, or empty for the column. */
  readonly below: string;
}

/**
 * What the operations of a step do with rows that are there. Only what is not done yet is among them: a step grows while it is open, and
 * each generation carries out what was added.
 *
 * @param operations of the open step, in their order
 */
export function carriedRows(
  operations: readonly FieldOperation[],
  columns: readonly ColumnPair[],
  resource: ResourceModel,
): readonly RowOperation<Place>[] {
  const rows = new Rows(columns, resource);
  for (const operation of operations) rows.apply(operation);
  rows.leaveOutNulls();
  return rows.done;
}

class Rows {
  readonly done: RowOperation<Place>[] = [];
  readonly #roots = new Map<string, Root>();
  readonly #now: readonly Member[];

  constructor(columns: readonly ColumnPair[], resource: ResourceModel) {
    this.#now = membersOf(
      Object.fromEntries(resource.fields.map(({ name, field }) => [name, field])),
      newest,
    );
    for (const { before } of columns) {
      const source = before && fieldOf(before);
      if (before === undefined || source === undefined || source.isKept) continue;
      const { field, type, values } = source;
      const shape = source.shape ?? { type, ...(values && { values }) };
      const nullable = before.definition.required === true ? {} : { isNullable: true as const };
      this.#roots.set(field, {
        name: field,
        shape: { ...shape, ...nullable },
        column: before.name,
      });
    }
  }

  apply({
    rename,
    move,
    split,
    merge,
    add,
    remove,
    map,
    require: needed,
    retype,
  }: FieldOperation): void {
    if (rename !== undefined) this.#move(rename.from, rename.to);
    if (move !== undefined) this.#move(move.from, move.to);
    if (split !== undefined) this.#split(split);
    if (merge !== undefined) this.#merge(merge);
    if (add !== undefined) this.#add(add.field, add.fill);
    if (remove !== undefined) this.#forget(remove.field);
    if (map !== undefined) this.#map(map.field, map.values);
    if (needed !== undefined) this.#require(needed.field, needed.fill);
    if (retype !== undefined) this.#convert(retype);
  }

  /** Leaves null out of objects whose member may not be null any more. A column has null where nothing is. */
  leaveOutNulls(): void {
    for (const { name: root, field } of this.#now) {
      const shape = this.#roots.get(root)?.shape;
      if (shape === undefined) continue;
      for (const path of formerNulls(shape, field, root)) {
        this.done.push({ leaveOut: this.#known(path) });
      }
    }
  }

  #move(from: string, to: string): void {
    const shape = this.#shapeAt(from);
    if (shape === undefined || this.#shapeAt(to) !== undefined) return;
    if (isColumn(from) && isColumn(to)) {
      // The column has that name already.
      const root = this.#roots.get(from);
      this.#roots.delete(from);
      if (root) this.#roots.set(to, Object.assign(root, { name: to }));
      return;
    }
    const place = this.#placeOf(from);
    this.#forget(from);
    this.#make(to, shape);
    const emptied = this.#emptiedBy(from, to);
    if (place) {
      this.done.push({
        move: place,
        to: this.#known(to),
        ...(emptied.length > 0 && { emptied }),
      });
    }
  }

  /** Objects around a member, the innermost first, that need not be there without it. */
  #emptiedBy(from: string, to: string): Place[] {
    const found: Place[] = [];
    const around = from.split('.').slice(0, -1);
    for (; around.length > 0; around.pop()) {
      const path = around.join('.');
      const field = this.#fieldAt(path);
      const isOptional = field?.type === 'object' && !field.required;
      if (!isOptional || (field.nullable && around.length > 1) || to.startsWith(`${path}.`)) break;
      const place = this.#placeOf(path);
      if (place !== undefined) found.push(place);
    }
    return found;
  }

  #split({ field, into, separator }: NonNullable<FieldOperation['split']>): void {
    const isNew = into.every((path) => path === field || this.#shapeAt(path) === undefined);
    if (separator === undefined || this.#shapeAt(field) === undefined || !isNew) return;
    const place = this.#placeOf(field);
    this.#forget(field);
    for (const path of into) this.#make(path, { type: 'string' });
    const missing = into.map((path): '' | null => {
      const target = this.#fieldAt(path);
      return target?.required === true && !target.nullable ? '' : null;
    });
    const places = into.map((path) => this.#known(path));
    if (place) this.done.push({ split: place, into: places, separator, missing });
  }

  #merge({ fields, into, separator }: NonNullable<FieldOperation['merge']>): void {
    const isNew = fields.includes(into) || this.#shapeAt(into) === undefined;
    const isThere = fields.every((path) => this.#shapeAt(path) !== undefined);
    if (separator === undefined || !isNew || !isThere) return;
    const places = fields.flatMap((path) => this.#placeOf(path) ?? []);
    for (const path of fields) this.#forget(path);
    this.#make(into, { type: 'string' });
    this.done.push({ merge: places, into: this.#known(into), separator });
  }

  #add(path: string, fill: unknown): void {
    if (this.#shapeAt(path) !== undefined) return;
    const field = this.#fieldAt(path);
    const isInside = !isColumn(path) && this.#isThere(path);
    this.#make(path, field === undefined ? { type: 'json' } : shapeOf(field));
    if (isInside && fill !== undefined && field !== undefined) {
      this.done.push({ fill: this.#known(path), value: canonicalOf(field, fill) });
    }
  }

  #map(path: string, values: Readonly<Record<string, string>>): void {
    const shape = this.#shapeAt(path);
    // Columns have a step of their own for that.
    if (isColumn(path) || shape?.values === undefined) return;
    const former = Object.entries(values).filter(
      ([was, is]) => was !== is && shape.values?.includes(was) === true,
    );
    const place = this.#placeOf(path);
    if (former.length > 0 && place) {
      this.done.push({ map: place, values: Object.fromEntries(former) });
    }
    this.#retype(path);
  }

  #require(path: string, fill: unknown): void {
    const field = this.#fieldAt(path);
    const place = this.#placeOf(path);
    if (isColumn(path) || this.#shapeAt(path)?.isAlways === true) return;
    if (place && field) this.done.push({ fill: place, value: canonicalOf(field, fill) });
    if (field === undefined || this.#shapeAt(path) === undefined) return;
    this.#forget(path);
    this.#make(path, shapeOf(field));
  }

  #convert({ field: path, by, values = [] }: NonNullable<FieldOperation['retype']>): void {
    const shape = this.#shapeAt(path);
    const now = this.#fieldAt(path);
    const place = this.#placeOf(path);
    // Columns have a step of their own for that.
    const isDone = isColumn(path) || shape?.type === now?.type || by === 'hook';
    if (!isDone && now !== undefined && place !== undefined) {
      const [no, yes] = values;
      if (by === 'boolean-to-enum') {
        this.done.push({ map: place, values: { false: no, true: yes } });
      } else if (by === 'enum-to-boolean') {
        const all = (shape?.values ?? values).map((each) => [each, each === yes] as const);
        this.done.push({ map: place, values: Object.fromEntries(all) });
      } else {
        const scales = { older: 0, newer: now.type === 'decimal' ? now.scale : 0 };
        const { converter, parameters } = conversionCall(by, 'up', scales) ?? {};
        if (converter && parameters) {
          this.done.push({ convert: place, by: { name: converter.name, parameters } });
        }
      }
    }
    this.#retype(path);
  }

  #retype(path: string): void {
    const field = this.#fieldAt(path);
    const before = this.#shapeAt(path);
    if (field === undefined || before === undefined) return;
    this.#forget(path);
    this.#make(path, {
      ...shapeOf(field),
      ...(before.isNullable === true && { isNullable: true as const }),
    });
  }

  /** The field of now at a path, where nothing after this operation gives it another name. */
  #fieldAt(path: string): ResolvedField | undefined {
    return memberAt(this.#now, path, 'newest')?.field;
  }

  /** Whether there is the object, or the list of objects, that a path leads into. */
  #isThere(path: string): boolean {
    return this.#shapeAt(path.split('.').slice(0, -1).join('.')) !== undefined;
  }

  #shapeAt(path: string): Shape | undefined {
    const [first, ...rest] = segmentsOf(path);
    let shape = this.#roots.get(first?.name ?? '')?.shape;
    if (first?.isList === true) shape = shape?.items;
    for (const { name, isList } of rest) {
      shape = own(shape?.fields, name);
      if (isList) shape = shape?.items;
    }
    return shape;
  }

  #forget(path: string): void {
    if (isColumn(path)) this.#roots.delete(path);
    else this.#change(path, () => undefined);
  }

  /** With the objects on the way there. */
  #make(path: string, shape: Shape): void {
    const [first] = segmentsOf(path);
    const name = first?.name ?? '';
    if (isColumn(path)) {
      // What takes the name of another one has its column.
      this.#roots.set(path, { name: path, shape });
      return;
    }
    if (!this.#roots.has(name)) {
      const root: Root = { name, shape: { type: 'object' } };
      this.#roots.set(name, root);
      const field = this.#fieldAt(name);
      const isAlways = field?.required === true && !field.nullable;
      if (isAlways) this.done.push({ fill: { root, below: '' }, value: {} });
    }
    this.#change(path, () => shape);
  }

  #change(path: string, change: () => Shape | undefined): void {
    const [first, ...rest] = segmentsOf(path);
    const root = this.#roots.get(first?.name ?? '');
    if (root === undefined || first === undefined) return;
    root.shape = changed(root.shape, first.isList, rest, change);
  }

  #placeOf(path: string): Place | undefined {
    const [first] = segmentsOf(path);
    const name = first?.name ?? '';
    const root = this.#roots.get(name);
    return root && { root, below: path.slice(name.length) };
  }

  #known(path: string): Place {
    const place = this.#placeOf(path);
    if (place === undefined) throw new Error(`nothing is at ${path}`);
    return place;
  }
}

function changed(
  shape: Shape,
  isList: boolean,
  rest: ReturnType<typeof segmentsOf>,
  change: () => Shape | undefined,
): Shape {
  if (isList) {
    const items = changed(shape.items ?? { type: 'object' }, false, rest, change);
    return { ...shape, items: rest.length === 0 ? (change() ?? items) : items };
  }
  const [segment, ...others] = rest;
  if (segment === undefined) return change() ?? shape;
  const { [segment.name]: before, ...fields } = shape.fields ?? {};
  const isLast = others.length === 0 && !segment.isList;
  const after = isLast
    ? change()
    : changed(before ?? { type: 'object' }, segment.isList, others, change);
  return {
    ...shape,
    fields: { ...fields, ...(after === undefined ? {} : { [segment.name]: after }) },
  };
}

/** Paths of members that may have been null, and may not be null now. */
function formerNulls(shape: Shape, now: ResolvedField, path: string): string[] {
  if (now.type === 'array') {
    return shape.items === undefined ? [] : formerNulls(shape.items, now.items, `${path}[]`);
  }
  if (now.type !== 'object') return [];
  return Object.entries(now.fields).flatMap(([name, field]) => {
    const member = own(shape.fields, name);
    if (member === undefined) return [];
    const place = `${path}.${name}`;
    const isLeftOut = member.isNullable === true && !field.nullable;
    return [...(isLeftOut ? [place] : []), ...formerNulls(member, field, place)];
  });
}

/** Whether a path leads to a whole field of the resource. */
function isColumn(path: string): boolean {
  return !/[.[]/.test(path);
}

/**
 * The operations by the columns that the rows have when they are carried over; those of which one has no column are left out.
 *
 * @param columnOf what the column of a field of before is called by then, or that of a new one; undefined: there is none
 */
export function rowOperations(
  operations: readonly RowOperation<Place>[],
  columnOf: (root: Place['root']) => string | undefined,
): RowOperation[] {
  return operations.flatMap((operation) => {
    let isThere = true;
    const printed = withPaths(operation, ({ root, below }) => {
      const column = columnOf(root);
      if (column === undefined) isThere = false;
      return `${column ?? ''}${below}`;
    });
    return isThere ? [printed] : [];
  });
}
