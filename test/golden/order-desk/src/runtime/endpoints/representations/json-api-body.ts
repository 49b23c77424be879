import type { TSchema } from 'typebox';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { Type } from '../../resources/type.ts';
import { parseJsonBody } from '../json-body.ts';
import { isObject } from '../json-object.ts';
import { BodyRefused } from '../request-body.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { BodyReader, BodyTarget, Members } from './representation.ts';

export const mediaType = 'application/vnd.api+json';

/** Section 5.3: no parameter but `profile`, which may be ignored, and `ext`, of which none is known here. */
export function permits(parameters: readonly string[]): boolean {
  return parameters.every((parameter) => parameter.startsWith('profile='));
}

/** One resource object (section 9): attributes and relationships together are the members of the resource. */
export const reader: BodyReader = {
  mediaType,
  permits,
  read(bytes, limits, _schema, target) {
    const { collection } = target.description;
    const document = parseJsonBody(bytes, limits);
    const data = isObject(document) ? document['data'] : undefined;
    if (!isObject(data)) throw new BodyRefused(({ body }) => body.document(collection));
    checkIdentity(data, target);
    const { attributes = {}, relationships = {} } = data;
    if (!isObject(attributes) || !isObject(relationships)) {
      throw new BodyRefused(({ body }) => body.document(collection));
    }
    return membersOf(attributes, relationships, target);
  },
  locate(pointer, description) {
    if (pointer === '' || pointer === '/id' || pointer === '/type') return `/data${pointer}`;
    const [name = '', ...rest] = pointer.slice(1).split('/');
    if (isReference(name, description)) return `/data/relationships/${name}/data/id`;
    return `/data/attributes/${[name.replace(/^attributes~1/, ''), ...rest].join('/')}`;
  },
  mayAnswer: [builtIn.forbidden, builtIn.identityConflict],
  illustrate(members, _schema, { description, isNew }) {
    const { examples = [] } = description.schemas.shown as { examples?: readonly Members[] };
    const id = members['id'] ?? examples[0]?.['id'];
    const named = Object.entries(members).filter(([name]) => name !== 'id');
    const relationships = named
      .filter(([name]) => isReference(name, description))
      .map(([name, value]) => {
        const type = description.references?.[name]?.collection;
        return [name, { data: value === null ? null : { type, id: value } }] as const;
      });
    return {
      data: {
        type: description.collection,
        ...(isNew ? {} : { id }),
        attributes: Object.fromEntries(named.filter(([name]) => !isReference(name, description))),
        ...(relationships.length === 0 ? {} : { relationships: Object.fromEntries(relationships) }),
      },
    };
  },
  describe: (schema, { description, isNew }) => bodyDocument(schema, description, isNew),
};

/**
 * The members of the resource, in one pass: a body may have so many of them that each further pass is dear.
 *
 * @throws {BodyRefused} where a relationship is no object
 */
function membersOf(attributes: Members, relationships: Members, target: BodyTarget): Members {
  const { description } = target;
  const members: (readonly [name: string, value: unknown])[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    // A reference is a relationship: under another name it is an unknown member.
    members.push([isReference(name, description) ? `attributes/${name}` : name, value]);
  }
  for (const [name, relationship] of Object.entries(relationships)) {
    if (!isObject(relationship)) {
      throw new BodyRefused(({ body }) => body.document(description.collection));
    }
    const { data: linkage } = relationship;
    // A relationship without linkage says nothing of the resource itself, such as that to its children.
    if (linkage !== undefined) members.push([name, identifierOf(name, linkage, target)]);
  }
  return Object.fromEntries(members);
}

/** Sections 9.1 and 9.2: 409 for another type or identifier, 403 for an identifier that the client chose. */
function checkIdentity(data: Members, { description, id }: BodyTarget): void {
  if (data['type'] !== description.collection) {
    throw new Problem(builtIn.identityConflict, {
      errors: [
        {
          in: 'body',
          at: '/type',
          code: 'type',
          detail: ({ body }) => body.resourceType(description.collection),
        },
      ],
    });
  }
  if (id === undefined && data['id'] !== undefined) {
    throw new Problem(builtIn.forbidden, {
      detail: ({ body }) => body.refused(body.clientIdentifier),
    });
  }
  if (id !== undefined && data['id'] !== id) {
    throw new Problem(builtIn.identityConflict, {
      errors: [{ in: 'body', at: '/id', code: 'id', detail: ({ body }) => body.identifier }],
    });
  }
}

/** What is no resource identifier is given on as it is, and refused by its type. */
function identifierOf(name: string, linkage: unknown, { description }: BodyTarget): unknown {
  if (!isObject(linkage)) return linkage;
  const reference = description.references?.[name];
  return linkage['type'] === (reference?.collection ?? linkage['type']) ? linkage['id'] : linkage;
}

function isReference(name: string, { references = {} }: ResourceDescription): boolean {
  return Object.hasOwn(references, name);
}

function bodyDocument(schema: TSchema, description: ResourceDescription, isNew: boolean): TSchema {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly required?: readonly string[];
  };
  const { references = {} } = description;
  const entries = Object.entries(properties).filter(([name]) => name !== 'id');
  const optional = (name: string, member: TSchema) =>
    required.includes(name) ? member : Type.Optional(member);
  const attributes = entries.filter(([name]) => !isReference(name, description));
  const relationships = entries.filter(([name]) => isReference(name, description));
  const hasRequired = (list: readonly (readonly [string, TSchema])[]) =>
    list.some(([name]) => required.includes(name));
  const relationshipOf = (name: string, { readOnly }: TSchema & { readOnly?: boolean }) => {
    const identifier = Type.Object({
      type: Type.Literal(references[name]?.collection ?? name),
      id: Type.String({ format: 'uuid', maxLength: 36 }),
    });
    // Without linkage it says nothing, as the links to children do not.
    const data = required.includes(name)
      ? identifier
      : Type.Optional(Type.Union([identifier, Type.Null()]));
    return Type.Object({ data }, readOnly === true ? { readOnly } : {});
  };
  const attributesSchema = Type.Object(
    Object.fromEntries(attributes.map(([name, member]) => [name, optional(name, member)])),
    { additionalProperties: false },
  );
  const relationshipsSchema = Type.Object(
    Object.fromEntries(
      relationships.map(([name, member]) => [name, optional(name, relationshipOf(name, member))]),
    ),
  );
  return Type.Object({
    data: Type.Object({
      type: Type.Literal(description.collection),
      ...(isNew ? {} : { id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      attributes: hasRequired(attributes) ? attributesSchema : Type.Optional(attributesSchema),
      ...(relationships.length === 0
        ? {}
        : {
            relationships: hasRequired(relationships)
              ? relationshipsSchema
              : Type.Optional(relationshipsSchema),
          }),
    }),
  });
}
