import type { IssueDetails } from '../issue.ts';
import { jsonApiMembers } from '../names/reserved.ts';
import { defined, own } from '../plain.ts';
import { origin } from '../schema/forms.ts';
import { defaults } from '../schema/defaults.ts';
import { shown } from '../shown.ts';

const form = new RegExp(origin.pattern, 'u');

/** What clients may ask for: whatever it is, plain JSON is there for those who ask for nothing. */
export function validateRepresentations(offered: readonly string[]): IssueDetails | undefined {
  const [defaultValue] = defaults.representations;
  if (offered.includes(defaultValue)) return undefined;
  const message = `${defaultValue} is missing: it is the default of requests without Accept, so every service offers it`;
  return {
    code: 'missing-item',
    message,
    suggestion: `[${[defaultValue, ...offered].join(', ')}]`,
  };
}

/** An origin in the one spelling in which browsers send it. Texts of another form are mistakes of structure. */
export function validateOrigin(text: string): IssueDetails | undefined {
  const spelling = originOf(text);
  if (spelling === text || !form.test(text)) return undefined;
  const message =
    spelling === undefined
      ? `${shown(text)} has a host or a port that no address has`
      : `browsers send the origin ${shown(text)} in another spelling`;
  return {
    code: 'origin',
    message,
    found: shown(text),
    ...defined({ suggestion: spelling }),
  };
}

/** The origin of an address of the web as browsers write it; undefined where there is none. */
export function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url !== null && form.test(url.origin) ? url.origin : undefined;
}

/** The name of a field of a service that offers JSON:API. */
export function validateJsonApiField(name: string): IssueDetails | undefined {
  const suggestion = own(jsonApiMembers, name);
  if (suggestion === undefined) return undefined;
  const message = `JSON:API keeps the name ${shown(name)} for itself; call the field something else, such as ${shown(suggestion)}, or leave json-api out of the representations`;
  return { code: 'name-reserved', message, suggestion };
}
