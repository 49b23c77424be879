import { scalars } from '../../src/specification/schema/scalars.ts';
import type { Draw } from './draw.ts';
import { fieldNames, texts } from './names.ts';
import { patternExamples, valueOf, type Written } from './values.ts';

const scalarTypes = Object.keys(scalars);

/** Types whose values can be compared in an index. */
const indexed = new Set(
  Object.entries(scalars).flatMap(([type, { keys }]) => ('unique' in keys ? [type] : [])),
);

/** What a field can be besides its type: keys of a field of a resource, of a member of an object, of an item of a list. */
export type Place = 'field' | 'input' | 'member' | 'item';

export interface FieldContext {
  readonly resources: readonly string[];
  readonly grants: readonly string[];
}

/** Fields by name, distinct and as many as are wanted. */
export function fieldsOf(
  draw: Draw,
  count: number,
  one: (name: string) => Written,
): Record<string, Written> {
  const names = new Set<string>();
  while (names.size < count) names.add(draw.pick(fieldNames));
  const [first, ...others] = [...names];
  return Object.fromEntries(
    [...names].map((name) => {
      const field = one(name);
      const isReplaced = name === first && others.length > 0 && draw.chance(0.2);
      return [
        name,
        isReplaced
          ? { ...field, deprecated: true, ...draw.maybe('replacedBy', () => draw.pick(others)) }
          : field,
      ];
    }),
  );
}

export function fieldOf(draw: Draw, place: Place, context: FieldContext, depth = 0): Written {
  const nested = depth < 2 && place !== 'item' ? ['array', 'object'] : depth < 2 ? ['object'] : [];
  const references =
    place === 'field' && context.resources.length > 0 ? ['reference', 'reference'] : [];
  const type = draw.pick([...scalarTypes, ...nested, ...references]);
  const shape = { type, ...constraintsOf(draw, type, context, depth) };
  const common =
    place === 'item'
      ? draw.maybe('description', () => draw.pick(texts))
      : {
          ...draw.maybe('description', () => draw.pick(texts)),
          ...draw.maybe('nullable', () => draw.chance(0.7)),
          ...(draw.chance(0.5) ? draw.maybe('deprecated', () => draw.chance(0.7)) : {}),
        };
  const presence = draw.chance(0.4) ? { required: draw.chance(0.9) } : {};
  if (place === 'item') return { ...shape, ...common };
  if (place === 'member') return { ...shape, ...common, ...presence, ...exampleKey(draw, shape) };
  const given = 'required' in presence && presence.required === true ? {} : defaultKey(draw, shape);
  const flag = place === 'field' ? draw.int(0, 9) : 9;
  const flags =
    place === 'field'
      ? {
          ...(indexed.has(type) || type === 'reference'
            ? draw.chance(0.3)
              ? { unique: draw.chance(0.9) }
              : {}
            : {}),
          ...(draw.chance(0.4) ? draw.maybe('immutable', () => draw.chance(0.8)) : {}),
          ...(flag === 0 && !('required' in presence)
            ? draw.maybe('readOnly', () => draw.chance(0.8))
            : {}),
          ...(flag === 1 ? draw.maybe('writeOnly', () => draw.chance(0.8)) : {}),
          ...(context.grants.length > 0 && draw.chance(0.3)
            ? draw.maybe('readableBy', () => draw.some(context.grants))
            : {}),
          ...(context.grants.length > 0 && draw.chance(0.3)
            ? draw.maybe('writableBy', () => draw.some(context.grants))
            : {}),
        }
      : draw.chance(0.3)
        ? draw.maybe('writeOnly', () => draw.chance(0.8))
        : {};
  return { ...shape, ...common, ...presence, ...flags, ...exampleKey(draw, shape), ...given };
}

function exampleKey(draw: Draw, shape: Written): Written {
  if (shape['type'] === 'reference') return {};
  return draw.maybe('example', () => valueOf(draw, shape) ?? 'x');
}

function defaultKey(draw: Draw, shape: Written): Written {
  if (shape['type'] === 'reference' || shape['type'] === 'object' || draw.chance(0.5)) return {};
  return draw.maybe('default', () => valueOf(draw, shape) ?? 'x');
}

function constraintsOf(draw: Draw, type: string, context: FieldContext, depth: number): Written {
  const lengths = () => {
    const minLength = draw.pick([0, 1, 2, 5]);
    return {
      ...draw.maybe('minLength', () => minLength),
      ...draw.maybe('maxLength', () => minLength + draw.pick([1, 3, 40, 300, 5000])),
    };
  };
  const bounds = (spell: (value: number) => unknown, grain: number) => {
    const low = draw.pick([-100, -1, 0, 1, 7, 1000]) * grain;
    const high = low + draw.pick([2, 10, 100, 10_000]) * grain;
    return {
      ...draw.maybe(draw.chance(0.7) ? 'minimum' : 'exclusiveMinimum', () => spell(low)),
      ...draw.maybe(draw.chance(0.7) ? 'maximum' : 'exclusiveMaximum', () => spell(high)),
      ...(draw.chance(0.3)
        ? draw.maybe('multipleOf', () => spell(draw.pick([1, 2, 5]) * grain))
        : {}),
    };
  };
  const pattern = () => ({ pattern: draw.pick(Object.keys(patternExamples)) });
  switch (type) {
    case 'string':
      return draw.pick([
        lengths,
        lengths,
        pattern,
        () => ({ format: draw.pick(['email', 'uri', 'uuid', 'hostname']) }),
        () => ({ format: draw.pick(['email', 'uri', 'uuid', 'hostname']) }),
        () => ({
          enum: draw.some(
            ['a', 'B c', 'Größe', 'true', '1', ''].filter((each) => each !== ''),
            1,
          ),
        }),
      ])();
    case 'text':
      return draw.chance(0.2) ? pattern() : lengths();
    case 'integer':
      return draw.chance(0.25)
        ? { enum: draw.some([-7, 0, 1, 2, 5, 40, 3_000_000_000], 2) }
        : bounds((value) => value, 1);
    case 'number':
      return bounds((value) => value, draw.pick([1, 0.5, 0.1]));
    case 'long':
      return bounds((value) => (draw.chance(0.5) ? String(value) : value), 1);
    case 'decimal': {
      const scale = draw.pick([0, 1, 2, 4]);
      return {
        ...(scale === 2 && draw.chance(0.5) ? {} : { scale }),
        ...draw.maybe('precision', () => scale + draw.pick([6, 8, 12])),
        ...bounds((value) => (draw.chance(0.5) ? String(value) : value), 1),
      };
    }
    case 'uri':
      return draw.maybe('maxLength', () => draw.pick([40, 8192]));
    case 'email':
      return draw.maybe('maxLength', () => draw.pick([20, 254]));
    case 'enum':
      return {
        values: draw.some(
          ['EUR', 'USD', 'in stock', 'Größe', 'true', '1', 'null', 'a,b', "it's", 'constructor'],
          1,
        ),
      };
    case 'json':
      return draw.maybe('maxLength', () => draw.pick([60, 10_000]));
    case 'binary':
      return draw.maybe('maxLength', () => draw.pick([20, 1000]));
    case 'array': {
      const minItems = draw.pick([0, 1, 2]);
      return {
        items: fieldOf(draw, 'item', context, depth + 1),
        ...draw.maybe('minItems', () => minItems),
        ...draw.maybe('maxItems', () => minItems + draw.pick([1, 3, 50])),
        ...draw.maybe('uniqueItems', () => draw.chance(0.7)),
      };
    }
    case 'object':
      return {
        fields: fieldsOf(draw, draw.int(1, 3), () => fieldOf(draw, 'member', context, depth + 1)),
      };
    case 'reference':
      return {
        to: draw.pick(context.resources),
        ...draw.maybe('onDelete', () => draw.pick(['restrict', 'cascade', 'set-null'])),
      };
    default:
      return {};
  }
}
