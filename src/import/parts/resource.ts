import { camelCaseOf, pluralOf } from '../../specification/names.ts';
import { own } from '../../specification/plain.ts';
import { shown } from '../../specification/shown.ts';
import type { Context, Draft } from '../context.ts';
import { fieldOf } from '../fields/field.ts';
import { fieldName } from '../names.ts';
import { operationsIn, type NamedCollection } from '../paths/name-collections.ts';
import { lostRules, tellOpen, tellRules } from '../schema/rules.ts';
import { differencesOf, shapeOf, word } from '../schema/shape.ts';
import { cut, itemsOf, memberOf, storable, textOf, type Source } from '../source.ts';
import { fieldNaming } from './field-name.ts';
import { referredTo } from './references.ts';
import { propertiesOf, sideOrder, sidesOf, type Property, type Sides } from './sides.ts';

const mostFields = 500;

/** A resource of `service.yaml`. */
export function resourceOf(
  collection: NamedCollection,
  all: readonly NamedCollection[],
  context: Context,
): Draft {
  const { name, plural, parent } = collection;
  const { source } = context;
  const sides = sidesOf(collection, source);
  const made = ['resources', name];
  const [first] = operationsIn(collection);
  const place = first?.part.path ?? [];
  context.cameFrom(made, place);
  const fields = {
    ...addedFields(collection, context),
    ...writtenFields(collection, sides, all, context),
  };
  if (Object.keys(fields).length === 0) {
    source.findings.add(
      'guessed',
      place,
      `nothing says what a row of "${name}" has; it has one field of any JSON value`,
    );
    fields['content'] = { type: 'json' };
  }
  tellRowRules(sides, source);
  const description = descriptionOf(collection, sides, source);
  return {
    ...(description === undefined ? {} : { description }),
    ...(plural === pluralOf(name) ? {} : { plural }),
    ...(parent === undefined ? {} : { parent: parent.name }),
    fields,
  };
}

/** Requests and answers mostly have the same schema, of which once is enough. */
function tellRowRules(sides: Sides, source: Source): void {
  const shapes = sideOrder.flatMap((side) => sides[side] ?? []);
  const firsts = new Map(shapes.toReversed().map((shape) => [lostRules(shape).join(), shape]));
  for (const shape of firsts.values()) tellRules(shape, source);
  const open = shapes.find(({ isOpen }) => isOpen);
  if (open !== undefined) tellOpen(open, source);
}

/** Of the rows, or of the tag that all operations have. */
function descriptionOf(
  collection: NamedCollection,
  sides: Sides,
  { root }: Source,
): string | undefined {
  const shape = sides.answer ?? sides.create;
  const own = shape && word(shape, 'description');
  if (own !== undefined && own.trim() !== '') return cut(storable(own).trim(), 2000);
  const tags = operationsIn(collection).map(
    ({ part }) => itemsOf(memberOf(part, 'tags'))[0]?.value,
  );
  const [tag] = tags;
  if (typeof tag !== 'string' || !tags.every((each) => each === tag)) return undefined;
  const about = itemsOf(memberOf(root, 'tags')).find((each) => textOf(each, 'name') === tag);
  const text = textOf(about, 'description');
  return text === undefined ? undefined : cut(text, 2000);
}

/** Fields for what the path says and no schema has to. */
function addedFields({ detachedFrom, lost }: NamedCollection, { source }: Context): Draft {
  const fields: Draft = {};
  if (detachedFrom !== undefined) {
    fields[camelCaseOf(detachedFrom.name)] = {
      type: 'reference',
      to: detachedFrom.name,
      required: true,
      immutable: true,
    };
  }
  for (const parameter of lost) {
    const name = fieldName(parameter);
    if (name === undefined || name === 'id') {
      source.findings.add(
        'dropped',
        ['paths'],
        `the parameter ${shown(parameter)}: no field can have its name`,
      );
    } else fields[name] = { type: 'string', required: true, immutable: true };
  }
  return fields;
}

function writtenFields(
  collection: NamedCollection,
  sides: Sides,
  all: readonly NamedCollection[],
  context: Context,
): Draft {
  const { findings } = context.source;
  const nameOf = fieldNaming(collection);
  const fields: Draft = {};
  for (const property of propertiesOf(sides)) {
    const [part] = partsInOrder(property);
    if (part === undefined) continue;
    const naming = nameOf(property);
    if ('dropped' in naming) {
      findings.add('dropped', part.path, naming.dropped);
      continue;
    }
    const { name, isKey = false, guess } = naming;
    if (Object.keys(fields).length >= mostFields) {
      findings.add(
        'dropped',
        part.path,
        `${shown(property.written)}: a resource has ${mostFields} fields at most`,
      );
      continue;
    }
    if (name !== property.written)
      findings.add('renamed', part.path, `${shown(property.written)} is "${name}"`);
    if (guess !== undefined) findings.add('guessed', part.path, guess);
    const made = ['resources', collection.name, 'fields', name];
    const field = fieldOf(
      part,
      { role: 'field', name, made, objects: 0, open: new Set() },
      context,
    );
    const flags = flagsOf(property, { name, isKey, sides, field }, context);
    const whole = { ...fromAnswer(property, name, field, context.source), ...field, ...flags };
    const target = isKey ? undefined : referredTo(name, field['type'], all);
    fields[name] =
      target === undefined
        ? { ...whole, ...(isKey ? keyFlags(whole) : {}) }
        : referenceTo(target.name, name, whole, part.path, context.source);
  }
  return fields;
}

function partsInOrder({ parts }: Property) {
  return sideOrder.map((side) => parts.get(side)).filter((part) => part !== undefined);
}

/** What answers say besides of a field that requests describe. */
function fromAnswer(property: Property, name: string, field: Draft, source: Source): Draft {
  const { parts, requiredIn } = property;
  const part = parts.get('answer');
  const [request] = partsInOrder(property);
  if (part === undefined || request === undefined || parts.size === 1) return {};
  const shape = shapeOf(part, source);
  const others = differencesOf(shapeOf(request, source), shape);
  if (others.length > 0) {
    const message = `"${name}" has another schema in answers: ${others.join(', ')}; that of requests is kept`;
    source.findings.add('dropped', part.path, message);
  }
  const isMore = requiredIn.has('answer') && requiredIn.size === 1;
  if (isMore && !('default' in field) && field['readOnly'] !== true) {
    const message = `"${name}" is in every answer, and requests may leave it out: a field is required in both or in none`;
    source.findings.add('dropped', part.path, message);
  }
  const description = word(shape, 'description');
  const text = description === undefined ? '' : storable(description).trim();
  const isNullable = shape.nullable && field['required'] !== true;
  return {
    ...(text === '' ? {} : { description: cut(text, 2000) }),
    ...(isNullable ? { nullable: true } : {}),
  };
}

/** A field as far as it is made. */
interface Made {
  readonly name: string;
  readonly isKey: boolean;
  readonly sides: Sides;
  readonly field: Draft;
}

/** Who sets it when: what requests and answers have it. */
function flagsOf(
  property: Property,
  { name, isKey, sides, field }: Made,
  { source: { findings } }: Context,
): Draft {
  const { parts, requiredIn } = property;
  const { create, replace, update, answer } = sides;
  const [part] = partsInOrder(property);
  const at = part?.path ?? [];
  const hasRequests = create !== undefined || replace !== undefined || update !== undefined;
  const isSent = parts.has('create') || parts.has('replace') || parts.has('update');
  if (hasRequests && !isSent) return { readOnly: true };
  if (field['readOnly'] === true) return {};
  const begins = create === undefined ? (replace === undefined ? 'answer' : 'replace') : 'create';
  const isRequired = requiredIn.has(begins) && !(hasRequests && begins === 'answer');
  const flags: Draft = {};
  if (isRequired && 'default' in field) {
    findings.add(
      'dropped',
      at,
      `"${name}" is required: it has a default, and a client that has to send it never gets that`,
    );
  } else if (isRequired) flags['required'] = true;
  if (hasRequests && answer !== undefined && !parts.has('answer') && field['writeOnly'] !== true) {
    findings.add('guessed', at, `"${name}" is in requests and in no answer: it is write-only`);
    flags['writeOnly'] = true;
  }
  const changes = replace ?? update;
  const isChanged = parts.has('replace') || parts.has('update');
  if (create !== undefined && changes !== undefined && !isChanged && !isKey) {
    findings.add(
      'guessed',
      at,
      `"${name}" is sent when a row is created and in no later request: it is immutable`,
    );
    flags['immutable'] = true;
  }
  return flags;
}

/** A key is found by its value: no two rows have the same. */
function keyFlags(field: Draft): Draft {
  const comparable = new Set<unknown>(['string', 'integer', 'uuid', 'email', 'date', 'enum']);
  const isComparable = comparable.has(field['type']);
  return { ...(isComparable ? { unique: true } : {}), immutable: true };
}

/** Keys of a field that say nothing of its type. */
const kept = [
  'description',
  'required',
  'nullable',
  'deprecated',
  'immutable',
  'readOnly',
  'writeOnly',
];

function referenceTo(
  to: string,
  name: string,
  field: Draft,
  at: readonly (string | number)[],
  source: Source,
): Draft {
  source.findings.add(
    'guessed',
    at,
    `"${name}" refers to a "${to}", by its name; it has the id of the service, a UUID`,
  );
  const flags = Object.fromEntries(
    kept.flatMap((key) => (own(field, key) === undefined ? [] : [[key, field[key]]])),
  );
  return { type: 'reference', to, ...flags };
}
