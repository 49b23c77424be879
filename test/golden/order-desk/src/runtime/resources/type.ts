import type { TSchema, Type as TypeBox } from 'typebox';

type Options = Readonly<Record<string, unknown>>;

/** TypeBox marks an optional member like this, so schemas of both can be put together. */
const optional = '~optional';

/**
 * The functions of TypeBox that this service uses, with the types that TypeBox gives them: each returns a JSON Schema. TypeBox
 * itself consists of 370 modules, which would take a quarter of the time in which the service starts.
 */
export const Type = {
  Object(properties: Readonly<Record<string, TSchema>>, options: Options = {}) {
    const required = Object.keys(properties).filter(
      (name) => !Object.hasOwn(properties[name] ?? {}, optional),
    );
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties,
      ...options,
    };
  },
  Array: (items: TSchema, options: Options = {}) => ({ type: 'array', items, ...options }),
  String: (options: Options = {}) => ({ type: 'string', ...options }),
  Integer: (options: Options = {}) => ({ type: 'integer', ...options }),
  Number: (options: Options = {}) => ({ type: 'number', ...options }),
  Boolean: (options: Options = {}) => ({ type: 'boolean', ...options }),
  Null: (options: Options = {}) => ({ type: 'null', ...options }),
  Unknown: (options: Options = {}) => ({ ...options }),
  Enum: (values: readonly unknown[], options: Options = {}) => ({
    enum: [...values],
    ...options,
  }),
  Literal: (value: string | number | boolean, options: Options = {}) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Union: (anyOf: readonly TSchema[], options: Options = {}) => ({ anyOf, ...options }),
  Unsafe: (schema: TSchema) => ({ ...schema }),
  Optional: (schema: TSchema) =>
    Object.defineProperty({ ...schema }, optional, { value: true, enumerable: false }),
} as unknown as Pick<
  typeof TypeBox,
  | 'Object'
  | 'Array'
  | 'String'
  | 'Integer'
  | 'Number'
  | 'Boolean'
  | 'Null'
  | 'Unknown'
  | 'Enum'
  | 'Literal'
  | 'Union'
  | 'Unsafe'
  | 'Optional'
>;
