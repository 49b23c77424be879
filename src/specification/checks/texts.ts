import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { isMapping } from '../plain.ts';
import { defaults } from '../schema/defaults.ts';
import { languages as allLanguages } from '../schema.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { endpointNames, type Subject } from './subject.ts';

const keys = ['title', 'description'] as const;

/** Texts by language are in languages that are offered, and the default is one of them. */
export function textIssues(subject: Subject): Issue[] {
  const { endpoints } = subject.sound;
  const isUnclear =
    endpoints?.languages === undefined && endpointNames(subject).includes('languages');
  if (isUnclear) return [];
  const offered: readonly string[] = endpoints?.languages ?? defaults.languages;
  const codes = valueAt(subject.raw, ['errors', 'codes']);
  return Object.keys(isMapping(codes) ? codes : {}).flatMap((code) =>
    keys.flatMap((key) => {
      const path = ['errors', 'codes', code, key];
      const texts = valueAt(subject.raw, path);
      return isMapping(texts) ? judged(path, Object.keys(texts), offered) : [];
    }),
  );
}

/** Keys that no service has as a language are mistakes of structure. */
function judged(path: Path, written: readonly string[], offered: readonly string[]): Issue[] {
  const strangers = allLanguages
    .filter((language) => written.includes(language) && !offered.includes(language))
    .map((language) => {
      const message = `${shown(language)} is not among the languages of the section endpoints`;
      return atKey([...path, language], { code: 'unknown-language', message, allowed: offered });
    });
  const [standard = ''] = offered;
  if (written.includes(standard)) return strangers;
  const message = `the text in ${shown(standard)} is missing, which is the default language`;
  return [...strangers, atValue(path, { code: 'missing-language', message })];
}
