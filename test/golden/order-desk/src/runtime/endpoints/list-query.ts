import type { TObject, TSchema } from 'typebox';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import { Type } from '../resources/type.ts';
import type { Filter } from '../storage/filters.ts';
import type { SortKey } from '../storage/order.ts';
import type { Wording } from './languages/texts.ts';
import type { QueryParameter, QueryReader, QueryValues } from './query.ts';
import { violationsOf } from './validation.ts';

/** What a collection offers its readers. */
export interface ListOptions<Member extends string = string> {
  /** Members that can be filtered by. */
  readonly filter: readonly Member[];
  /** Members that can be sorted by. */
  readonly sort: readonly Member[];
  /** Items on a page that does not ask for a number. */
  readonly size: number;
  /** More is cut down to it. */
  readonly maxSize: number;
  /** Counts all matching items for every page. */
  readonly total: boolean;
  /** Present where a page can also be asked for by what comes before it. */
  readonly cursors?: Cursors;
}

/** Positions in lists as opaque texts. */
export interface Cursors {
  /** @param list tells the list that the position is in: its address, filters and order */
  write(position: readonly unknown[], list: string): string;
  /** Undefined for what is no cursor of this list. */
  read(cursor: string, list: string): readonly unknown[] | undefined;
}

type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte';

export interface ListQuery<Member extends string = string> {
  /** From 1; absent where the client asks for no number. */
  readonly page?: number;
  readonly cursor?: string;
  readonly size: number;
  /** Whether all matching items are counted, where it is not as the list offers. */
  readonly total?: boolean;
  readonly filters: readonly Filter<Member>[];
  readonly sort: readonly SortKey<Member>[];
}

const rangeOperators: readonly RangeOperator[] = ['gt', 'gte', 'lt', 'lte'];
const sqlOperators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const orderedFormats = new Set(['date', 'date-time', 'time-local', 'decimal', 'int64']);
/** Offsets stay exact and SQL stays 64 bit. */
const maxPage = 1_000_000;
const maxValues = 50;
const maxSafe = Number.MAX_SAFE_INTEGER;

/** What decides how the query of a list is read. */
type ReadOptions<Member extends string = string> = Omit<
  ListOptions<Member>,
  'total' | 'cursors'
> & { readonly cursors?: unknown };

/** Reads the query of a list: paging, sorting, and one filter for each member that offers it. */
export function listQueryReader<Member extends string>(
  resource: TObject,
  options: ReadOptions<Member>,
): QueryReader<ListQuery<Member>> {
  const filters = new Map(options.filter.map((name) => [name, memberSchema(resource, name)]));
  const parameters = [
    ...pagingParameters(options),
    ...(options.sort.length > 0 ? [sortParameter(options.sort)] : []),
    ...[...filters].flatMap(([name, schema]) => filterParameters(name, schema)),
  ];
  return {
    parameters,
    read(values, hidden) {
      const errors: Violation[] = [];
      const page = integer(values, 'page', 1, maxPage, errors);
      const cursor = single(values, 'cursor', errors);
      if (page !== undefined && cursor !== undefined) {
        errors.push(violation('cursor', 'cursor', ({ violations }) => violations.cursorAndPage));
      }
      const size = integer(values, 'size', 1, maxSafe, errors) ?? options.size;
      const sortable = options.sort.filter((name) => hidden?.has(name) !== true);
      const sort = sortKeys(values.get('sort') ?? [], sortable, errors);
      const found = [...filters].flatMap(([name, schema]) =>
        readFilter(values, name, schema, errors),
      );
      if (errors.length > 0) throw new Problem(builtIn.validationFailed, { errors });
      return {
        ...(page === undefined ? {} : { page }),
        ...(cursor === undefined ? {} : { cursor }),
        size: Math.min(size, options.maxSize),
        sort,
        filters: found,
      };
    },
  };
}

/** Keywords that concern bodies only: clients also filter by members that they may not set. */
const ofBodies: ReadonlySet<string> = new Set([
  'default',
  'readOnly',
  'writeOnly',
  'x-immutable',
  'x-writableBy',
]);

function memberSchema(resource: TObject, name: string): TSchema {
  const schema = resource.properties[name];
  if (schema === undefined) throw new Error(`no member ${name} to filter by`);
  const {
    type,
    enum: values,
    ...rest
  } = schema as TSchema & { type?: string | string[]; enum?: unknown[] };
  const filter = Object.entries(rest).filter(([keyword]) => !ofBodies.has(keyword));
  return {
    ...Object.fromEntries(filter),
    ...(type === undefined ? {} : { type: [type].flat().find((each) => each !== 'null') ?? type }),
    ...(values === undefined ? {} : { enum: values.filter((value) => value !== null) }),
  };
}

function pagingParameters({ size, maxSize, cursors }: ReadOptions): QueryParameter[] {
  return [
    {
      name: 'page',
      description: 'Number of the page, from 1.',
      schema: Type.Integer({ minimum: 1, maximum: maxPage, format: 'int32', default: 1 }),
    },
    {
      name: 'size',
      description: `Items on a page. More than ${String(maxSize)} is cut down to it.`,
      schema: Type.Integer({ minimum: 1, maximum: maxSafe, format: 'int64', default: size }),
    },
    ...(cursors === undefined
      ? []
      : [
          {
            name: 'cursor',
            description:
              'Where the page before it ended, as its link to the next one has it. Not together with a page number.',
            schema: Type.String({ maxLength: 4000, pattern: '^[A-Za-z0-9_-]+$' }),
          },
        ]),
  ];
}

function sortParameter(members: readonly string[]): QueryParameter {
  return {
    name: 'sort',
    description: `\`member,asc\` or \`member,desc\`; repeat it for further keys. Members: ${members.join(', ')}.`,
    schema: Type.Array(
      Type.String({ pattern: `^(${members.join('|')})(,(asc|desc))?$`, maxLength: 100 }),
      { maxItems: members.length },
    ),
  };
}

function filterParameters(name: string, schema: TSchema): QueryParameter[] {
  const equal = {
    name,
    description: isText(schema)
      ? `Only items whose ${name} is this; repeat it for any of several.`
      : `Only items whose ${name} is this; repeat it, or separate them by commas, for any of several.`,
    schema: Type.Array(schema, { maxItems: maxValues }),
  };
  if (!isOrdered(schema)) return [equal];
  const ranges = rangeOperators.map((operator) => ({
    name: `${name}[${operator}]`,
    description: `Only items whose ${name} is ${inWords[operator]} this.`,
    schema: boundOf(schema),
  }));
  return [equal, ...ranges];
}

const inWords: Readonly<Record<RangeOperator, string>> = {
  gt: 'greater than',
  gte: 'greater than or equal to',
  lt: 'less than',
  lte: 'less than or equal to',
};

function readFilter<Member extends string>(
  values: QueryValues,
  name: Member,
  schema: TSchema,
  errors: Violation[],
): Filter<Member>[] {
  const filters: Filter<Member>[] = [];
  const given = values.get(name);
  if (given !== undefined) {
    // Text may hold commas of its own.
    const texts = isText(schema) ? given : given.flatMap((value) => value.split(','));
    if (texts.length > maxValues) {
      errors.push(violation(name, 'maxItems', ({ violations }) => violations.maxValues(maxValues)));
    } else {
      filters.push({
        member: name,
        anyOf: texts.map((text) => valueOf(text, name, schema, errors)),
      });
    }
  }
  if (!isOrdered(schema)) return filters;
  for (const operator of rangeOperators) {
    const parameter = `${name}[${operator}]`;
    const text = single(values, parameter, errors);
    if (text === undefined) continue;
    filters.push({
      member: name,
      operator: sqlOperators[operator],
      value: valueOf(text, parameter, boundOf(schema), errors),
    });
  }
  return filters;
}

/** Text of a parameter as the type of its member. */
function valueOf(text: string, parameter: string, schema: TSchema, errors: Violation[]): unknown {
  const value = convert(text, (schema as { type?: unknown }).type);
  for (const { code, detail } of violationsOf(schema, value, 'query')) {
    errors.push(violation(parameter, code, detail));
  }
  return value;
}

function convert(text: string, type: unknown): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
}

function integer(
  values: QueryValues,
  name: string,
  minimum: number,
  maximum: number,
  errors: Violation[],
): number | undefined {
  const text = single(values, name, errors);
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  errors.push(
    violation(name, 'type', ({ violations }) => violations.wholeNumber(minimum, maximum)),
  );
  return undefined;
}

function single(values: QueryValues, name: string, errors: Violation[]): string | undefined {
  const [value, ...more] = values.get(name) ?? [];
  if (more.length > 0)
    errors.push(violation(name, 'maxItems', ({ violations }) => violations.repeated));
  return value;
}

function sortKeys<Member extends string>(
  texts: readonly string[],
  members: readonly Member[],
  errors: Violation[],
): SortKey<Member>[] {
  const keys: SortKey<Member>[] = [];
  for (const text of texts) {
    const [name, direction = 'asc', ...rest] = text.split(',');
    const member = members.find((each) => each === name);
    if (member === undefined || rest.length > 0) {
      errors.push(violation('sort', 'enum', ({ violations }) => violations.sortMember(members)));
    } else if (direction !== 'asc' && direction !== 'desc') {
      errors.push(violation('sort', 'enum', ({ violations }) => violations.sortForm));
    } else if (keys.some((key) => key.member === member)) {
      errors.push(
        violation('sort', 'uniqueItems', ({ violations }) => violations.sortTwice(member)),
      );
    } else {
      keys.push({ member, direction });
    }
  }
  return keys;
}

/** A bound may lie between two of the only values that there are. */
function boundOf(schema: TSchema): TSchema {
  const { enum: _, ...rest } = schema as TSchema & { enum?: unknown };
  return rest;
}

function isText(schema: TSchema): boolean {
  const { type, format } = schema as { type?: unknown; format?: string };
  const { enum: values } = schema as { enum?: readonly unknown[] };
  if (values !== undefined) return values.some((value) => String(value).includes(','));
  return type === 'string' && (format === undefined || format === 'uri' || format === 'email');
}

function isOrdered(schema: TSchema): boolean {
  const { type, format } = schema as { type?: unknown; format?: string };
  return type === 'integer' || type === 'number' || orderedFormats.has(format ?? '');
}

function violation(parameter: string, code: string, detail: Wording): Violation {
  return { in: 'query', at: parameter, code, detail };
}
