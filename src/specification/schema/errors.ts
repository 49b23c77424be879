import { defaults } from './defaults.ts';
import { closed, named, oneOf, text } from './building.ts';
import { kebabCase } from './forms.ts';
import { languages } from './service-wide.ts';
import { Type } from './type.ts';

/** One text for every language, or one for each. */
export type TextByLanguage = string | Partial<Record<(typeof languages)[number], string>>;

/** A text of at least one and at most `maxLength` characters, or such texts by language. */
function textByLanguage(maxLength: number, description: string) {
  const one = text(maxLength, { description: 'The text in this language.' });
  return Type.Unsafe<TextByLanguage>({
    type: ['string', 'object'],
    minLength: 1,
    maxLength,
    properties: Object.fromEntries(languages.map((language) => [language, one])),
    additionalProperties: false,
    description: `${description} One text, or a mapping from languages among endpoints.languages to texts that has at least the default language.`,
  });
}

const code = closed(
  {
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status that goes with the problem.',
    }),
    title: textByLanguage(200, 'What went wrong, the same for every occurrence.'),
    description: Type.Optional(
      textByLanguage(2000, 'What it means and what a client can do about it.'),
    ),
  },
  { description: 'One kind of problem of your own.' },
);

export const errors = closed(
  {
    validationStatus: Type.Optional(
      oneOf([400, 422], {
        default: defaults.validationStatus,
        description: 'The status of a request that is well-formed and breaks a rule of its fields.',
      }),
    ),
    codes: Type.Optional(
      named(
        code,
        kebabCase,
        { nameLength: 60, maximum: 500 },
        {
          description:
            'Problems of your own, by code, beside the built-in ones such as not-found and conflict.',
        },
      ),
    ),
  },
  { description: 'How errors are answered (RFC 9457 problem details).' },
);
