import {
  languages as allLanguages,
  representations as allRepresentations,
  resolveSpecification,
  type EndpointsSection,
  type Language,
  type Representation,
} from '../../specification/index.ts';
import { defined } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askSome, askText } from '../asking.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';

type ServiceWide = Pick<EndpointsSection, 'representations' | 'languages' | 'origins'>;

const representationNames: Readonly<Record<Representation, string>> = {
  json: 'JSON',
  hal: 'HAL',
  'json-api': 'JSON:API',
  xml: 'XML',
  html: 'HTML',
};

const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'German' };

/** What the draft says about the service as a whole: those keys of the section that are written. */
export function serviceWideOf({ endpoints = {} }: Draft): ServiceWide {
  const { representations, languages, origins } = endpoints;
  return defined({ representations, languages, origins });
}

/** In words, every default included: `JSON, HAL; English; 2 origins`. */
export function describeServiceWide(draft: Draft): string {
  const { representations, languages, origins } = resolveSpecification(draft);
  return [
    representations.map((each) => representationNames[each]).join(', '),
    languages.map((each) => languageNames[each]).join(', '),
    ...(origins.length === 0
      ? []
      : [origins.length === 1 ? '1 origin' : `${origins.length} origins`]),
  ].join('; ');
}

/** Asks what holds for all resources: in what a client is answered, and from which pages of the web it may call. */
export async function askServiceWide(ask: Ask, draft: Draft): Promise<Draft> {
  const represented = await askRepresentations(ask, draft);
  return askOrigins(ask, await askLanguages(ask, represented));
}

async function askRepresentations(ask: Ask, draft: Draft): Promise<Draft> {
  const [defaultValue] = defaults.representations;
  const { representations: present } = resolveSpecification(draft);
  const others = [...new Set([...present, ...allRepresentations])].filter(
    (each) => each !== defaultValue,
  );
  const withThese = (chosen: readonly Representation[]) =>
    withServiceWide(draft, {
      representations: chosen.length === 0 ? undefined : [defaultValue, ...chosen],
    });
  const chosen = await askSome(ask, {
    key: 'endpoints.representations',
    message: 'Representations beside JSON',
    help: {
      text: [
        'A client chooses one by the header Accept.',
        '  HAL       JSON with links in _links',
        '  JSON:API  JSON with types, relations and included resources (jsonapi.org)',
        '  XML       elements instead of members',
        '  HTML      pages for people with a browser',
      ],
      example: 'HTML, to look at the data without another tool',
    },
    choices: choicesOf(others, representationNames, present),
    check: (values) => problemOf(draft, withThese(others.filter((each) => values.includes(each)))),
  });
  return withThese(chosen);
}

async function askLanguages(ask: Ask, draft: Draft): Promise<Draft> {
  const { languages: present } = resolveSpecification(draft);
  const withThese = (chosen: readonly Language[]) => {
    const isDefault = chosen.length === 1 && chosen[0] === defaults.languages[0];
    return withServiceWide(draft, { languages: isDefault ? undefined : [...chosen] });
  };
  const offered = [...new Set([...present, ...allLanguages])];
  const chosen = await askSome(ask, {
    key: 'endpoints.languages',
    message: 'Languages of error messages',
    help: {
      text: 'Titles and details of problem documents are in the language that the header Accept-Language asks for.',
      example: 'English and German',
    },
    choices: choicesOf(offered, languageNames, present),
    check: (values) =>
      values.length === 0
        ? 'At least one: error messages need a language.'
        : problemOf(draft, withThese(offered.filter((each) => values.includes(each)))),
  });
  if (chosen.length === 1) return withThese(chosen);
  const first = await askChoice(ask, {
    key: 'endpoints.languages',
    message: 'Language for clients that ask for none',
    help: { text: 'The language without a header Accept-Language.', example: 'English' },
    choices: chosen.map((value) => ({ value, name: languageNames[value] })),
    default: present[0],
  });
  return withThese([first, ...chosen.filter((each) => each !== first)]);
}

async function askOrigins(ask: Ask, draft: Draft): Promise<Draft> {
  const withThese = (typed: string) => {
    const origins = typed.split(/[\s,]+/).filter((each) => each !== '');
    return withServiceWide(draft, { origins: origins.length === 0 ? undefined : origins });
  };
  const typed = await askText(ask, {
    key: 'endpoints.origins',
    message: 'Origins of web pages that may call it (empty: none)',
    help: {
      text: 'Browsers let pages of these origins call the service (CORS). An origin is scheme, host and port without a path; several are separated by spaces.',
      example: 'https://shop.acme.example http://localhost:5173',
    },
    default: draft.endpoints?.origins?.join(' '),
    check: (text) => problemOf(draft, withThese(text)),
  });
  return withThese(typed);
}

function choicesOf<T extends string>(
  values: readonly T[],
  names: Readonly<Record<T, string>>,
  present: readonly T[],
) {
  return values.map((value) => ({
    value,
    name: names[value],
    checked: present.includes(value),
  }));
}

/** The draft with these keys; undefined takes one away. The endpoints of the resources follow them. */
function withServiceWide(
  draft: Draft,
  change: { readonly [K in keyof ServiceWide]: ServiceWide[K] | undefined },
): Draft {
  const { representations, languages, origins, ...endpoints } = draft.endpoints ?? {};
  const wide = defined({ representations, languages, origins, ...change });
  return withSection(draft, 'endpoints', { ...wide, ...endpoints });
}
