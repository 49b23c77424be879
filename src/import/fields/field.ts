import type { Path } from '../../specification/issue.ts';
import { own } from '../../specification/plain.ts';
import { isStorable } from '../../specification/yaml/storable.ts';
import { mostFields, type Context, type Draft } from '../context.ts';
import { tellOpen, tellRules } from '../schema/rules.ts';
import { amount, isSet, shapeOf, word, type Shape } from '../schema/shape.ts';
import { cut, storable, type Part } from '../source.ts';
import { namedMembers } from './members.ts';
import { scalarField } from './scalar.ts';

/** Where a field stands: of a resource, inside of an object, as the item of a list, or sent along with an action. */
export type Role = 'field' | 'member' | 'item' | 'input';

interface Site {
  readonly role: Role;
  /** As `service.yaml` calls it. */
  readonly name: string;
  /** Of the field in `service.yaml`. */
  readonly made: Path;
  /** Objects that it stands in, itself not counted. */
  readonly objects: number;
  /** References that it stands in. */
  readonly open: ReadonlySet<string>;
}

/** Objects inside of objects. */
const deepest = 3;
const mostMembers = 100;

/** A field of a schema, with the keys that its role permits. */
export function fieldOf(part: Part, site: Site, context: Context): Draft {
  if (!context.takeField()) {
    const message = `after ${mostFields} fields all others are any JSON value`;
    context.source.findings.add('kept-as-json', [], message);
    return { type: 'json' };
  }
  const shape = shapeOf(part, context.source, site.open);
  context.cameFrom(site.made, part.path);
  const { role } = site;
  const typed = typedField(shape, site, context);
  if (typed['type'] !== 'json') tellRules(shape, context.source);
  const description = word(shape, 'description') ?? word(shape, 'title');
  const text = description === undefined ? '' : storable(description).trim();
  if (role === 'item') {
    if (shape.nullable) {
      context.source.findings.add('dropped', part.path, 'items of a list may not be null here');
    }
    return { ...typed, ...(text === '' ? {} : { description: cut(text, 2000) }) };
  }
  return {
    ...typed,
    ...(text === '' ? {} : { description: cut(text, 2000) }),
    ...(shape.nullable ? { nullable: true } : {}),
    ...(isSet(shape, 'deprecated') ? { deprecated: true } : {}),
    ...(role === 'member' ? memberLosses(shape, context) : flagsOf(shape, role)),
    ...valuesOf(shape, role, typed['type'], context),
  };
}

function memberLosses(shape: Shape, { source }: Context): Draft {
  for (const key of ['readOnly', 'writeOnly', 'default']) {
    if (own(shape.keywords, key) === undefined || own(shape.keywords, key) === false) continue;
    source.findings.add('dropped', shape.at, `${key}: members of an object do not have it here`);
  }
  return {};
}

function flagsOf(shape: Shape, role: Role): Draft {
  if (isSet(shape, 'writeOnly')) return { writeOnly: true };
  return role === 'field' && isSet(shape, 'readOnly') ? { readOnly: true } : {};
}

/** The default and an example, which the validator checks later. */
function valuesOf(shape: Shape, role: Role, type: unknown, { source }: Context): Draft {
  const { keywords } = shape;
  const list = own(keywords, 'examples');
  const example: unknown = own(keywords, 'example') ?? (Array.isArray(list) ? list[0] : undefined);
  const defaultValue = own(keywords, 'default');
  const values: Draft = {};
  if (example !== undefined && example !== null && isStorable(example)) values['example'] = example;
  if (role === 'member' || defaultValue === undefined || defaultValue === null) return values;
  if (!isStorable(defaultValue)) return values;
  if (type === 'object')
    source.findings.add('dropped', shape.at, 'the default: an object has none here');
  else values['default'] = defaultValue;
  return values;
}

function typedField(shape: Shape, site: Site, context: Context): Draft {
  const json = (why: string): Draft => {
    context.source.findings.add('kept-as-json', shape.at, `"${site.name}" ${why}`);
    return { type: 'json' };
  };
  if (shape.isCut) return json('comes after so much else that it is any JSON value here');
  if (shape.isCircle) return json('contains itself; it is any JSON value here');
  const { alternatives, kinds } = shape;
  if (alternatives !== undefined) {
    const scalar = sharedKind(alternatives.shapes);
    if (scalar !== undefined) {
      context.source.findings.add(
        'dropped',
        alternatives.at,
        `the rules of the alternatives of ${alternatives.keyword}: any ${scalar} is taken`,
      );
      return scalarField(scalar, { ...shape, kinds: [scalar] }, site.name, context);
    }
    if (kinds.join() !== 'object' || shape.properties.size === 0) {
      return json(`is one of several things (${alternatives.keyword}); it is any JSON value here`);
    }
    context.source.findings.add(
      'dropped',
      alternatives.at,
      `${alternatives.keyword} beside properties: only the properties are kept`,
    );
  }
  const [kind, ...others] = kinds;
  if (kind === undefined) return json('may have any type; it is any JSON value here');
  if (others.length > 0 && kinds.join() !== 'integer,number') {
    return json(`has several types (${kinds.join(', ')}); it is any JSON value here`);
  }
  if (kind === 'array') return listField(shape, site, context, json);
  if (kind === 'object') return objectField(shape, site, context, json);
  return scalarField(others.length > 0 ? 'number' : kind, shape, site.name, context);
}

/** The type that all alternatives have, if it is the same and no other fields are in it. */
function sharedKind(shapes: readonly Shape[]) {
  const [kind] = shapes[0]?.kinds ?? [];
  if (kind === undefined || kind === 'object' || kind === 'array') return undefined;
  return shapes.every(
    ({ kinds, alternatives }) => kinds.join() === kind && alternatives === undefined,
  )
    ? kind
    : undefined;
}

type AsJson = (why: string) => Draft;

function listField(shape: Shape, site: Site, context: Context, json: AsJson): Draft {
  if (site.role === 'item') return json('is a list in a list; it is any JSON value here');
  if (shape.items === undefined) return json('is a list of anything; it is any JSON value here');
  const items = fieldOf(
    shape.items,
    { ...site, role: 'item', made: [...site.made, 'items'], open: shape.open },
    context,
  );
  const [minItems, maxItems] = [amount(shape, 'minItems'), amount(shape, 'maxItems')];
  if (maxItems === undefined) {
    context.source.findings.add(
      'guessed',
      shape.at,
      `"${site.name}" has no maxItems: at most ${Math.max(100, minItems ?? 0)} items`,
    );
  } else if (maxItems > 10_000) {
    context.source.findings.add(
      'dropped',
      shape.at,
      `maxItems ${maxItems}: 10000 is the most here`,
    );
  }
  const highest = maxItems ?? ((minItems ?? 0) > 100 ? minItems : undefined);
  return {
    type: 'array',
    items,
    ...(minItems === undefined || minItems < 1 ? {} : { minItems: Math.min(minItems, 10_000) }),
    ...(highest === undefined ? {} : { maxItems: Math.min(Math.max(highest, 1), 10_000) }),
    ...(isSet(shape, 'uniqueItems') ? { uniqueItems: true } : {}),
  };
}

function objectField(shape: Shape, site: Site, context: Context, json: AsJson): Draft {
  const { properties } = shape;
  if (properties.size === 0) return json('is an object of any members; it is any JSON value here');
  if (site.objects >= deepest)
    return json(`is the ${deepest + 1}th object inside of another; it is any JSON value here`);
  if (properties.size > mostMembers)
    return json(`has more than ${mostMembers} members; it is any JSON value here`);
  tellOpen(shape, context.source);
  const fields: Draft = {};
  for (const { name, written, part } of namedMembers(properties, context.source)) {
    const made = [...site.made, 'fields', name];
    const member = fieldOf(
      part,
      { role: 'member', name, made, objects: site.objects + 1, open: shape.open },
      context,
    );
    fields[name] = shape.required.has(written) ? { ...member, required: true } : member;
  }
  return Object.keys(fields).length === 0
    ? json('is an object whose members have no names that are possible here; it is any JSON value')
    : { type: 'object', fields };
}
