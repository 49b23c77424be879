import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import { enumeration } from '../resources/members.ts';
import { Type } from '../resources/type.ts';
import { isDeeper } from './json-object.ts';
import { insertAt, removeAt, replaceAt, tokensOf, Unreachable, valueAt } from './json-pointer.ts';
import { checkBody } from './validation.ts';

const maxOperations = 100;
/** Characters of JSON that one patch may copy: a hundred copies of the whole could double it a hundred times. */
const maxCopied = 1_000_000;

/** A JSON Patch (RFC 6902, section 3). */
export const JsonPatch = Type.Array(
  Type.Object(
    {
      op: enumeration(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: Type.String({ format: 'json-pointer', maxLength: 500 }),
      from: Type.Optional(Type.String({ format: 'json-pointer', maxLength: 500 })),
      value: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: maxOperations,
    title: 'JsonPatch',
    examples: [[{ op: 'test', path: '/revision', value: 1 }]],
  },
);

type Operation = Static<typeof JsonPatch>[number];

/** @throws {Problem} when the value is no JSON Patch */
export function parseJsonPatch(value: unknown): Operation[] {
  checkBody(JsonPatch, value);
  const operations = value as Operation[];
  const errors = operations.flatMap((operation, index): Violation[] => {
    const needed = needs[operation.op];
    return needed === undefined || Object.hasOwn(operation, needed)
      ? []
      : [
          {
            in: 'body',
            at: `/${String(index)}/${needed}`,
            code: 'required',
            detail: ({ violations }) => violations.required,
          },
        ];
  });
  if (errors.length > 0) throw new Problem(builtIn.validationFailed, { errors });
  return operations;
}

/** What an operation has besides its path (RFC 6902, section 4). */
const needs: Readonly<Record<Operation['op'], 'value' | 'from' | undefined>> = {
  add: 'value',
  replace: 'value',
  test: 'value',
  move: 'from',
  copy: 'from',
  remove: undefined,
};

/**
 * Applies a JSON Patch, all of it or nothing (RFC 6902, section 5). The result may be anything: it is still to be
 * checked, but for its nesting.
 *
 * @param maxDepth levels that a body may have: without it, a value that is copied into itself has more each time
 * @throws {Problem} 409 when an operation does not fit the resource as it is (RFC 5789, section 2.2), 400 when it would
 *   nest it too deep
 */
export function jsonPatch(
  target: object,
  operations: readonly Operation[],
  maxDepth: number,
): Readonly<Record<string, unknown>> {
  let document: unknown = structuredClone(target);
  let copied = 0;

  function put(into: typeof insertAt, place: readonly string[], value: unknown): unknown {
    if (isDeeper(value, maxDepth - place.length)) throw new TooDeep();
    return into(document, place, value);
  }

  function apply({ op, path, from = '', value }: Operation): unknown {
    const place = tokensOf(path);
    const source = tokensOf(from);
    switch (op) {
      case 'add':
        return put(insertAt, place, structuredClone(value));
      case 'remove':
        return removeAt(document, place);
      case 'replace':
        return put(replaceAt, place, structuredClone(value));
      case 'copy': {
        const found = valueAt(document, source);
        copied += JSON.stringify(found).length;
        if (copied > maxCopied) throw new Unreachable();
        return put(insertAt, place, structuredClone(found));
      }
      case 'move': {
        const found = valueAt(document, source);
        // Nothing can be moved into itself.
        if (path.startsWith(`${from}/`)) throw new Unreachable();
        if (path === from) return document;
        document = removeAt(document, source);
        // What comes no deeper need not be looked at.
        return place.length > source.length
          ? put(insertAt, place, found)
          : insertAt(document, place, found);
      }
      case 'test':
        if (!isDeepStrictEqual(valueAt(document, place), value)) throw new Unreachable();
        return document;
    }
  }

  for (const [index, operation] of operations.entries()) {
    try {
      document = apply(operation);
    } catch (error) {
      if (error instanceof TooDeep) throw tooDeep(operation.path, maxDepth);
      if (!(error instanceof Unreachable)) throw error;
      throw new Problem(builtIn.conflict, {
        detail: ({ details }) => details.patchConflict(index, operation.op),
      });
    }
  }
  return document as Readonly<Record<string, unknown>>;
}

/** Thrown where a value would be nested deeper than a body may be. */
class TooDeep extends Error {}

/** @param place of the value that would make it so */
function tooDeep(place: string, levels: number): Problem {
  return new Problem(builtIn.validationFailed, {
    errors: [
      {
        in: 'body',
        at: place.slice(0, 500),
        code: 'depth',
        detail: ({ violations }) => violations.depth(levels),
      },
    ],
  });
}
