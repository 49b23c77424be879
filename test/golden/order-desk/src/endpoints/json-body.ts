import type { Limits } from '../limits/limits.ts';
import { BodyRefused, refusedBody, textOf } from './request-body.ts';
import { parseStrictJson } from './strict-json.ts';

/** @throws {Problem} 400 when the bytes are not one strict JSON document in UTF-8 */
export function parseJsonBody(bytes: Buffer, limits: Limits): unknown {
  const text = textOf(bytes);
  try {
    return parseStrictJson(text, limits.depth);
  } catch (error) {
    throw error instanceof BodyRefused ? refusedBody(error) : error;
  }
}
