import { isMapping, own } from '../../specification/plain.ts';
import { shown } from '../../specification/shown.ts';
import type { Draft } from '../context.ts';
import { fieldName, squash } from '../names.ts';
import { parameterSchema, type Operation, type Parameter } from '../paths/operation.ts';
import { amount, shapeOf, valuesIn, type Shape } from '../schema/shape.ts';
import type { Source } from '../source.ts';

const sizes = new Set([
  'limit',
  'size',
  'pagesize',
  'perpage',
  'maxresults',
  'max',
  'count',
  'top',
  'first',
  'take',
  'pagelimit',
]);
const pages = new Set([
  'page',
  'pagenumber',
  'pageno',
  'offset',
  'skip',
  'start',
  'startindex',
  'pageindex',
  'pageoffset',
]);
const cursors = new Set([
  'cursor',
  'marker',
  'pagetoken',
  'nexttoken',
  'continuationtoken',
  'after',
  'startingafter',
  'pagecursor',
  'nextmarker',
  'before',
  'endingbefore',
]);
const sorts = new Set([
  'sort',
  'sortby',
  'orderby',
  'order',
  'ordering',
  'sortfield',
  'direction',
  'sortorder',
  'sortdirection',
]);

/** Endings of names that compare, by the operator that does the same here. */
const comparisons: readonly (readonly [RegExp, string])[] = [
  [/(\[|[._])(gte|from|min|since)\]?$/i, 'gte'],
  [/(\[|[._])(lte|to|until|max)\]?$/i, 'lte'],
  [/(\[|[._])(gt|after)\]?$/i, 'gt'],
  [/(\[|[._])(lt|before)\]?$/i, 'lt'],
  [/After$/, 'gt'],
  [/Before$/, 'lt'],
];

const unfiltered = new Set<unknown>(['text', 'json', 'binary', 'array', 'object']);
const unsorted = new Set<unknown>([...unfiltered, 'boolean', 'reference', 'uuid', 'duration']);

/** What the query of a list does: the keys filter, sort and pagination. */
export function listKeys(
  operation: Operation,
  fields: Readonly<Record<string, unknown>>,
  source: Source,
): Draft {
  const { findings } = source;
  const filter = new Set<string>();
  const sort = new Set<string>();
  const pagination: Draft = {};
  const inQuery = operation.parameters.filter((each) => each.in === 'query');
  for (const parameter of inQuery) {
    const schema = parameterSchema(parameter);
    const shape = schema && shapeOf(schema, source);
    const lost = take(parameter, shape);
    if (lost !== undefined)
      findings.add(
        'dropped',
        parameter.part.path,
        `the parameter ${shown(parameter.name)}: ${lost}`,
      );
  }
  return {
    ...(inQuery.length === 0 && filter.size === 0 ? {} : { filter: [...filter] }),
    ...(sort.size === 0 ? {} : { sort: [...sort] }),
    ...(Object.keys(pagination).length === 0 ? {} : { pagination }),
  };

  /** Why the list has nothing for it; undefined where it has. */
  function take(parameter: Parameter, shape: Shape | undefined): string | undefined {
    const { name, part } = parameter;
    const key = squash(name);
    const rename = (now: string): undefined => {
      if (name !== now)
        findings.add('renamed', part.path, `the parameter ${shown(name)} is "${now}"`);
    };
    const isField = fieldCalled(name) !== undefined;
    if (!isField && sizes.has(key)) {
      Object.assign(pagination, sizeOf(shape));
      return rename('size');
    }
    if (!isField && pages.has(key)) return rename('page');
    if (!isField && cursors.has(key)) {
      pagination['cursor'] = true;
      return rename('cursor');
    }
    if (!isField && sorts.has(key)) return takeSort(shape, () => rename('sort'));
    const [pattern, operator] = comparisons.find(([each]) => each.test(name)) ?? [];
    const about = fieldCalled(name) ?? (pattern && fieldCalled(name.replace(pattern, '')));
    if (about === undefined) return 'no field of the resource has its name';
    if (!isUsable(about, unfiltered))
      return `lists are not filtered by "${about}", for its type or because it is write-only`;
    filter.add(about);
    tellFilter(parameter, shape);
    rename(isField ? about : `${about}[${operator ?? 'gte'}]`);
    return undefined;
  }

  /** A list that is asked for nothing has all rows. */
  function tellFilter({ name, isRequired, part }: Parameter, shape: Shape | undefined): void {
    if (isRequired) {
      const message = `the parameter ${shown(name)} is required: lists are filtered where clients want it`;
      findings.add('dropped', part.path, message);
    }
    if (shape !== undefined && own(shape.keywords, 'default') !== undefined) {
      const message = `the default of the parameter ${shown(name)}: lists are filtered where clients want it`;
      findings.add('dropped', part.path, message);
    }
  }

  function takeSort(shape: Shape | undefined, rename: () => void): string | undefined {
    const values = shape === undefined ? [] : sortable(shape);
    const names = values.flatMap(
      (value) => fieldCalled(value.replace(/^[-+]|[ :.](asc|desc)$/gi, '')) ?? [],
    );
    const usable = names.filter((each) => isUsable(each, unsorted));
    if (usable.length === 0)
      return 'it names no field that lists can be sorted by; they are sorted by createdAt and updatedAt';
    for (const each of usable) sort.add(each);
    rename();
    return undefined;
  }

  function fieldCalled(name: string): string | undefined {
    const key = squash(name);
    return [...Object.keys(fields), 'createdAt', 'updatedAt'].find(
      (each) => squash(each) === key && fieldName(name) !== undefined,
    );
  }

  function isUsable(name: string, refused: ReadonlySet<unknown>): boolean {
    const field = own(fields, name);
    if (!isMapping(field)) return true;
    return !refused.has(field['type']) && field['writeOnly'] !== true;
  }
}

function sortable(shape: Shape): string[] {
  const values = valuesIn(new Map(Object.entries(shape.keywords)));
  const items = isMapping(shape.items?.value) ? own(shape.items.value, 'enum') : undefined;
  const all = values.length > 0 ? values : Array.isArray(items) ? (items as unknown[]) : [];
  return all.filter((value) => typeof value === 'string');
}

function sizeOf(shape: Shape | undefined): Draft {
  const whole = (key: string) => {
    const value = shape === undefined ? undefined : amount({ ...shape }, key);
    return value !== undefined && Number.isInteger(value) && value >= 1
      ? Math.min(value, 1000)
      : undefined;
  };
  const [size, maxSize] = [whole('default'), whole('maximum')];
  return {
    ...(size === undefined ? {} : { size: Math.min(size, maxSize ?? size) }),
    ...(maxSize === undefined ? {} : { maxSize }),
  };
}
