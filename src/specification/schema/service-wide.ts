import type { Static, TObject } from 'typebox';
import { distinct, oneOf, text } from './building.ts';
import { origin } from './forms.ts';
import { defaults } from './defaults.ts';
import { Type } from './type.ts';

/** The media types that rows, pages and problems can be written in. */
export const representations = ['json', 'hal', 'json-api', 'xml', 'html'] as const;
export type Representation = (typeof representations)[number];

/** The languages that the texts of a service exist in (RFC 5646). */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Keys of the section `endpoints` that stand beside the names of resources and hold for all of them. */
export const serviceWide = {
  representations: Type.Optional(
    distinct(
      oneOf(representations, { description: 'One representation.' }),
      { minItems: 1, maxItems: representations.length },
      {
        description:
          'What clients may get by the header Accept: plain JSON, HAL, JSON:API, XML or a page for people. json is always one of them and the default; the others are preferred in this order.',
        default: [...defaults.representations],
      },
    ),
  ),
  languages: Type.Optional(
    distinct(
      oneOf(languages, { description: 'One language.' }),
      { minItems: 1, maxItems: languages.length },
      {
        description:
          'What clients may get problems in by the header Accept-Language. The first one is the default.',
        default: [...defaults.languages],
      },
    ),
  ),
  origins: Type.Optional(
    distinct(
      text(
        300,
        {
          description: 'A scheme, a host and perhaps a port; no path.',
          examples: ['https://app.acme.example'],
        },
        origin,
      ),
      { minItems: 0, maxItems: 100 },
      {
        description:
          'Web pages of which origins may call the service from a browser (CORS), each named: there is no wildcard. Left out: none.',
        default: [...defaults.origins],
        examples: [['https://app.acme.example', 'http://localhost:5173']],
      },
    ),
  ),
};

/** In the order in which they are written. */
export const serviceWideKeys = ['representations', 'languages', 'origins'] as const;

export type ServiceWide = Static<TObject<typeof serviceWide>>;
