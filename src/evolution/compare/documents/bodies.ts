import type { Found } from '../change.ts';
import { memberOf, type Part } from '../../../openapi/parts.ts';
import { bothOf, type Comparison, type Maybe, type Origin } from './comparison.ts';
import { compareContent } from './content.ts';
import { found, type Side } from './found.ts';
import { compareRest } from './rest.ts';

/** Where a body is sent. */
export interface BodyPlace {
  readonly path: string;
  /** `response`: a webhook, which clients read. */
  readonly side: Side;
  readonly requiredOnCreate?: ReadonlySet<string>;
}

/** The body of a request. */
export function compareBody(
  { was, is }: Maybe,
  { side, requiredOnCreate, path }: BodyPlace,
  comparison: Comparison,
): readonly Found[] {
  const before = bodyIn(was, comparison.was);
  const after = bodyIn(is, comparison.is);
  if (before === undefined && after === undefined) return [];
  if (before === undefined) {
    if (side === 'response') return [found('V06', path)];
    return [found(isRequired(after) ? 'M18' : 'O33', path)];
  }
  if (after === undefined) return [found(side === 'response' ? 'V07' : 'O34', path)];
  const pair = { was: before, is: after };
  const place = {
    path: `${path}.content`,
    side,
    ...(requiredOnCreate === undefined ? {} : { requiredOnCreate }),
  };
  const [one, other] = [isRequired(before), isRequired(after)];
  return [
    ...(one === other ? [] : [found(requirement(other, side), `${path}.required`, one, other)]),
    ...compareContent(bothOf(pair, 'content'), place, comparison),
    ...compareRest(path, pair, ['required', 'content'], comparison),
  ];
}

export function bodyIn(operation: Part | undefined, origin: Origin): Part | undefined {
  const body = operation && memberOf(operation, 'requestBody');
  return body && origin.deref(body);
}

function requirement(isRequired: boolean, side: Side): string {
  if (side === 'response') return isRequired ? 'V06' : 'O48';
  return isRequired ? 'O35' : 'M15';
}

function isRequired(body: Part | undefined): boolean {
  return body !== undefined && memberOf(body, 'required')?.value === true;
}
