import { applyPatch, type Operation } from 'rfc6902';
import { Type } from 'typebox';
import { builtIn } from '../errors/built-in.ts';
import { Problem, type Violation } from '../errors/problem.ts';
import { enumeration } from '../resources/members.ts';
import { checkBody } from './validation.ts';

const maxOperations = 100;

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
  { maxItems: maxOperations, title: 'JsonPatch' },
);

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
            detail: 'is required',
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
 * Applies a JSON Patch, all of it or nothing (RFC 6902, section 5).
 *
 * @throws {Problem} 409 when an operation does not fit the resource as it is (RFC 5789, section 2.2)
 */
export function jsonPatch(
  target: object,
  operations: readonly Operation[],
): Readonly<Record<string, unknown>> {
  const result = structuredClone(target);
  // The library shares the values of a patch with its result, and defaults are filled into that.
  const results = applyPatch(result, structuredClone([...operations]));
  const failed = results.findIndex((error) => error !== null);
  if (failed >= 0) {
    const operation = operations[failed];
    throw new Problem(builtIn.conflict, {
      detail: `Operation ${String(failed)} of the patch (${operation?.op ?? ''}) does not fit the resource as it is. Nothing was changed.`,
    });
  }
  return Object.fromEntries(Object.entries(result));
}
