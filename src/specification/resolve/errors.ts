import { defined, mapValues } from '../plain.ts';
import type { ResolvedErrors, TranslatedText } from '../resolved.ts';
import type { ErrorsSection, Language, TextByLanguage } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';

/** The section `errors` with every default filled in and its texts in these languages, of which the first is the default. */
export function resolveErrors(
  errors: ErrorsSection = {},
  languages: readonly [Language, ...Language[]],
): ResolvedErrors {
  return {
    validationStatus: errors.validationStatus ?? defaults.validationStatus,
    codes: mapValues(errors.codes ?? {}, ({ status, title, description }) => ({
      status,
      title: translated(title, languages),
      ...defined({
        description: description === undefined ? undefined : translated(description, languages),
      }),
    })),
  };
}

function translated(
  text: TextByLanguage,
  languages: readonly [Language, ...Language[]],
): TranslatedText {
  const texts = typeof text === 'string' ? { [languages[0]]: text } : text;
  const defaultValue = texts[languages[0]] ?? '';
  return Object.fromEntries(
    languages.map((language) => [language, texts[language] ?? defaultValue]),
  );
}
