import { own } from '../../../specification/plain.ts';
import type { ResolvedSpecification } from '../../../specification/index.ts';
import type { TranslatedText } from '../../../specification/resolved.ts';

/** A frozen specification beside what today's decides for all versions alike. */
export function atNewest(
  frozen: ResolvedSpecification,
  newest: ResolvedSpecification,
): ResolvedSpecification {
  const { mechanisms } = newest.authentication;
  return {
    ...frozen,
    representations: newest.representations,
    languages: newest.languages,
    limits: newest.limits,
    versioning: newest.versioning,
    errors: { ...frozen.errors, codes: inLanguages(frozen, newest) },
    authentication: {
      ...frozen.authentication,
      // Without callers, no claim says what is not sent.
      rules: mechanisms.includes('none') ? [] : frozen.authentication.rules,
    },
  };
}

/** Problems of the older version in the languages of today: those that it had no text in have the text of today, or the one that there is. */
function inLanguages(
  { errors }: ResolvedSpecification,
  newest: ResolvedSpecification,
): ResolvedSpecification['errors']['codes'] {
  const translated = (text: TranslatedText, now: TranslatedText = {}): TranslatedText => {
    const [first = ''] = Object.values(text);
    return Object.fromEntries(
      newest.languages.map((language) => [
        language,
        own(text, language) ?? own(now, language) ?? first,
      ]),
    );
  };
  return Object.fromEntries(
    Object.entries(errors.codes).map(([code, { title, description, ...problem }]) => {
      const now = own(newest.errors.codes, code);
      return [
        code,
        {
          ...problem,
          title: translated(title, now?.title),
          ...(description && { description: translated(description, now?.description) }),
        },
      ];
    }),
  );
}
