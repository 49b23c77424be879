import { decidingBy } from '../runtime/authentication/deciding.ts';
import { createIdempotency } from '../runtime/endpoints/idempotency.ts';
import { byAcceptLanguage } from '../runtime/endpoints/languages/accept-language.ts';
import { en } from '../runtime/endpoints/languages/en.ts';
import { de } from '../runtime/endpoints/languages/de.ts';
import { json } from '../runtime/endpoints/representations/json.ts';
import { hal } from '../runtime/endpoints/representations/hal.ts';
import { jsonApi } from '../runtime/endpoints/representations/json-api.ts';
import { xml } from '../runtime/endpoints/representations/xml.ts';
import { htmlPages } from '../runtime/endpoints/representations/html.ts';
import type { Application } from '../runtime/service/application.ts';
import { idempotencyRecords } from '../runtime/storage/idempotency-records.ts';
import type { Environment } from '../environment.ts';

/** What clients can ask of every endpoint, and what all answers depend on. */
export function composeEndpoints({ database, secret }: Environment) {
  return {
    representations: [json, hal, jsonApi, xml, htmlPages],
    textsFor: byAcceptLanguage([en, de]),
    vary: 'Accept, Accept-Language, Accept-Encoding',
    versionHeaders: ['Api-Supported-Versions', 'X-API-Version'],
    idempotency: createIdempotency(database, idempotencyRecords(database), secret, {
      deciding: decidingBy(['tenant'], []),
    }),
  } satisfies Partial<Application>;
}
