import { breakage, type Breakage } from './breakage.ts';

/** Resources and their fields. */
export const resources: readonly Breakage[] = [
  breakage(
    'C-006',
    'values are converted',
    'runtime/endpoints/validation.ts',
    'allErrors: true,',
    'allErrors: true,\n  coerceTypes: true,',
  ),
  breakage(
    'C-007',
    'unknown members are accepted',
    'runtime/resources/schemas.ts',
    'additionalProperties: false,',
    'additionalProperties: true,',
  ),
  breakage(
    'C-008',
    'a date is any digits',
    'runtime/endpoints/formats.ts',
    'if (!isDate(day)) return false;',
    '',
  ),
  breakage(
    'C-009',
    'PUT takes another identifier without a word',
    'runtime/endpoints/operations/members.ts',
    'Object.hasOwn(body, name) && !isDeepStrictEqual(body[name], before[name])',
    'Object.hasOwn(body, name) && body === before',
  ),
  breakage(
    'C-010',
    'what is only written is shown',
    'runtime/endpoints/resource-answer.ts',
    'if (!writeOnly.some((name) => name in stored))',
    'if (writeOnly.length >= 0)',
  ),
  breakage(
    'C-011',
    'identifiers end in a counter',
    'runtime/storage/identifiers.ts',
    '-${random.slice(19)}`',
    '-8000-000000000000`',
  ),
  breakage(
    'C-012',
    'a member may be there twice',
    'runtime/endpoints/strict-json.ts',
    'if (known?.has(value))',
    'if (value === undefined)',
  ),
  breakage(
    'C-010',
    'the secrets of webhooks are kept as they are',
    'runtime/events/webhooks/signing-secrets.ts',
    'value: sealing.seal(secret, endpoint)',
    'value: secret',
  ),
  breakage(
    'C-010',
    'a patch is made for what its client cannot see',
    'runtime/endpoints/operations/seen-of.ts',
    'const seen = { ...shown(resource, stored) };',
    'const seen = { ...stored };',
  ),
  breakage(
    'C-010',
    'events hold what is never shown',
    'runtime/events/writer.ts',
    'Object.keys(row).filter((name) => !writeOnly.includes(name)),',
    'Object.keys(row),',
  ),
  breakage(
    'C-010',
    'what is sent to a job is kept in clear',
    'runtime/jobs/sealed-input.ts',
    'close: (input, id) => sealing.seal(JSON.stringify(input), id),',
    'close: (input) => JSON.stringify(input),',
  ),
  breakage(
    'C-010',
    'what was sent to a job stays when it has ended',
    'runtime/jobs/job-runner.ts',
    'const { input: _, caller: __, nextAt: ___, ...rest } = job;',
    'const { caller: __, nextAt: ___, ...rest } = job;',
  ),
];
