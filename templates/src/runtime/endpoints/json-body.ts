import type { Limits } from '../limits/limits.ts';
import { textOf } from './request-body.ts';
import { parseStrictJson } from './strict-json.ts';

/** @throws {Problem} 400 when the bytes are not one strict JSON document in UTF-8 */
export function parseJsonBody(bytes: Buffer, limits: Limits): unknown {
  return parseStrictJson(textOf(bytes), limits.depth);
}
