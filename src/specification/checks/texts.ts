import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { isMapping } from '../plain.ts';
import { defaults } from '../schema/defaults.ts';
import { languages as allLanguages } from '../schema.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { endpointNames, type CheckContext } from './check-context.ts';

const keys = ['title', 'description'] as const;

/** Texts by language are in languages that are offered, and the default is one of them. */
export function textIssues(context: CheckContext): Issue[] {
  const { endpoints } = context.valid;
  const isUnclear =
    endpoints?.languages === undefined && endpointNames(context).includes('languages');
  if (isUnclear) return [];
  const offered: readonly string[] = endpoints?.languages ?? defaults.languages;
  const codes = valueAt(context.raw, ['errors', 'codes']);
  return Object.keys(isMapping(codes) ? codes : {}).flatMap((code) =>
    keys.flatMap((key) => {
      const path = ['errors', 'codes', code, key];
      const texts = valueAt(context.raw, path);
      return isMapping(texts) ? validated(path, Object.keys(texts), offered) : [];
    }),
  );
}

/** Keys that no service has as a language are mistakes of structure. */
function validated(path: Path, written: readonly string[], offered: readonly string[]): Issue[] {
  const strangers = allLanguages
    .filter((language) => written.includes(language) && !offered.includes(language))
    .map((language) => {
      const message = `${shown(language)} is not among the languages of the section endpoints`;
      return atKey([...path, language], { code: 'unknown-language', message, allowed: offered });
    });
  const [defaultValue = ''] = offered;
  if (written.includes(defaultValue)) return strangers;
  const message = `the text in ${shown(defaultValue)} is missing, which is the default language`;
  return [...strangers, atValue(path, { code: 'missing-language', message })];
}
