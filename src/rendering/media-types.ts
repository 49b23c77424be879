import type { Representation } from '../specification/schema/service-wide.ts';

/** What representations are called in Accept and Content-Type, where no version is named in them. */
export const mediaTypes = {
  json: 'application/json',
  hal: 'application/hal+json',
  'json-api': 'application/vnd.api+json',
  xml: 'application/xml',
  html: 'text/html',
} as const satisfies Readonly<Record<Representation, string>>;
