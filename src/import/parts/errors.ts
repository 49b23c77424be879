import { STATUS_CODES } from 'node:http';
import { checkProblemCode } from '../../specification/index.ts';
import type { Context, Draft } from '../context.ts';
import { kebab } from '../names.ts';
import { statusesOf, type Operation } from '../paths/operation.ts';

/** Statuses that every service answers with where it has to. */
const known = new Set([
  400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 417, 422, 428, 429, 431,
  500, 501, 503,
]);

/** The section `errors`: the status of bodies that break a rule, and a problem for each status that services do not have. */
export function errorsOf(operations: readonly Operation[], { source, cameFrom }: Context): Draft {
  const codes: Draft = {};
  let validationStatus: number | undefined;
  for (const operation of operations) {
    for (const text of statusesOf(operation)) {
      const status = Number(text);
      const place = [...operation.part.path, 'responses', text];
      if (status === 422) validationStatus = 422;
      if (!Number.isInteger(status) || status < 400 || status > 599 || known.has(status)) continue;
      const title = STATUS_CODES[status] ?? `Status ${status}`;
      const code = kebab(title, 60);
      if (Object.hasOwn(codes, code) || checkProblemCode(code) !== undefined) continue;
      cameFrom(['errors', 'codes', code], place);
      source.findings.add(
        'guessed',
        place,
        `the status ${status} is the problem "${code}", which rules of the service may answer with`,
      );
      codes[code] = { status, title };
    }
  }
  return {
    ...(validationStatus === undefined ? {} : { validationStatus }),
    ...(Object.keys(codes).length === 0 ? {} : { codes }),
  };
}
