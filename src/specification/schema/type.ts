import type { Type as Typebox } from 'typebox';

/**
 * Makes JSON Schema, with the types of TypeBox and without its code: TypeBox is 370 modules, which took a third of every start, and a
 * schema of `service.yaml` needs ten of its functions. They make what TypeBox makes, key for key, as a test holds.
 */
type Builders = Pick<
  typeof Typebox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Unknown'
  | 'Unsafe'
>;

/** Members that may be left out of the object that they stand in. */
const optional = new WeakSet<object>();

const ofType = (type: string) => (options: object) => ({ type, ...options });

/** Without the types, which are those of TypeBox. */
const builders: Readonly<Record<keyof Builders, (...given: never[]) => object>> = {
  Array: (items: object, options: object) => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Integer: ofType('integer'),
  Literal: (value: unknown, options: object) => ({ type: typeof value, const: value, ...options }),
  Number: ofType('number'),
  Object: (properties: Readonly<Record<string, object>>, options: object) => {
    const required = Object.keys(properties).filter(
      (name) => !optional.has(properties[name] ?? {}),
    );
    return {
      type: 'object',
      ...(required.length === 0 ? {} : { required }),
      properties,
      ...options,
    };
  },
  Optional: (schema: object) => {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
  String: ofType('string'),
  Unknown: (options: object) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
};

export const Type = builders as unknown as Builders;
