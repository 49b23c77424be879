import type { TObject, TSchema } from 'typebox';
import type { Grants } from '../authentication/grants.ts';
import { exampleIn, systemExample } from './examples.ts';
import { systemMembers } from './members.ts';
import { Type } from './type.ts';

/** The callers that may read a member, and those that may set it. */
export interface MemberAccess {
  /** Absent: everybody who sees the resource. */
  readonly readableBy?: Grants;
  /** Absent: everybody who changes the resource. */
  readonly writableBy?: Grants;
  /** Every resource has it. */
  readonly isRequired: boolean;
  readonly default?: unknown;
}

export interface ResourceSchemas {
  /** As it is shown: with what the service sets, without what is only written. */
  readonly shown: TObject;
  /** Body of POST. */
  readonly create: TObject;
  /** Body of PUT. It also permits what the service sets, so that what was read can be sent back. */
  readonly replace: TObject;
  /** Members whose first value stays. */
  readonly immutable: readonly string[];
  /** Members that the service sets in this resource, besides those of every resource. */
  readonly readOnly: readonly string[];
  /** First values of those that have one. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** Members that are never shown. */
  readonly writeOnly: readonly string[];
  /** Members that only some callers may read or set. */
  readonly memberAccess?: Readonly<Record<string, MemberAccess>>;
}

export interface SchemaNotes {
  readonly description?: string;
  /** A value of each member that can be made up, of those never shown too. */
  readonly example?: Readonly<Record<string, unknown>>;
}

interface Flags {
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly 'x-immutable'?: boolean;
  readonly default?: unknown;
}

/**
 * Every shape of a resource, from the one description of what is kept of it. The flags of a member decide where it
 * appears; a member with a default may be left out of a body.
 *
 * @param title name of the resource in the OpenAPI document
 */
export function schemasOf(
  title: string,
  members: TObject,
  { description, example }: SchemaNotes = {},
): ResourceSchemas {
  const entries = Object.entries(members.properties);
  const flagged = (flag: keyof Flags) =>
    entries.filter(([, schema]) => flagsOf(schema)[flag] === true);
  const kept = new Set(members.required ?? []);
  const bodyMember = (schema: TSchema, name: string, isRequired: boolean) =>
    isRequired && kept.has(name) && flagsOf(schema).default === undefined
      ? schema
      : Type.Optional(schema);

  const shape = (
    suffix: string,
    properties: Record<string, TSchema>,
    values: Readonly<Record<string, unknown>> | undefined,
  ) =>
    Type.Object(properties, {
      title: title + suffix,
      ...(description === undefined ? {} : { description }),
      ...(values === undefined ? {} : { examples: [exampleIn(properties, values)] }),
      additionalProperties: false,
    });

  const writable = entries.filter(([, schema]) => !flagsOf(schema).readOnly);
  const writableNames = new Set(writable.map(([name]) => name));
  return {
    shown: shape(
      '',
      {
        ...systemMembers,
        ...Object.fromEntries(entries.filter(([, schema]) => !flagsOf(schema).writeOnly)),
      },
      example && { ...systemExample, ...example },
    ),
    create: shape(
      'Create',
      Object.fromEntries(writable.map(([name, schema]) => [name, bodyMember(schema, name, true)])),
      example,
    ),
    replace: shape(
      'Replace',
      {
        ...Object.fromEntries(
          Object.entries(systemMembers).map(([name, schema]) => [name, Type.Optional(schema)]),
        ),
        ...Object.fromEntries(
          entries.map(([name, schema]) => {
            const { readOnly, writeOnly } = flagsOf(schema);
            // What the caller cannot see keeps its value when it is left out, whatever its default is.
            const member = writeOnly || readOnly ? withoutDefault(schema) : schema;
            return [name, bodyMember(member, name, !writeOnly && !readOnly)];
          }),
        ),
      },
      example &&
        Object.fromEntries(Object.entries(example).filter(([name]) => writableNames.has(name))),
    ),
    immutable: flagged('x-immutable').map(([name]) => name),
    readOnly: flagged('readOnly').map(([name]) => name),
    initial: Object.fromEntries(
      flagged('readOnly').flatMap(([name, schema]) => {
        const { default: first } = flagsOf(schema);
        return first === undefined ? [] : [[name, first]];
      }),
    ),
    writeOnly: flagged('writeOnly').map(([name]) => name),
  };
}

function flagsOf(schema: TSchema): Flags {
  return schema as Flags;
}

function withoutDefault(schema: TSchema): TSchema {
  const { default: _, ...rest } = schema as TSchema & Flags;
  return rest;
}
