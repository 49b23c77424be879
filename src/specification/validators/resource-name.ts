import type { IssueDetails } from '../issue.ts';
import { kebabCaseOf } from '../names/casing.ts';
import { singularOf } from '../names/plural.ts';
import { endpointKeys, servedResources } from '../names/reserved.ts';
import { nounAfterVerb, verbOf } from '../names/verbs.ts';
import { defined } from '../plain.ts';
import { kebabCase } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { validateForm } from './form.ts';
import { collectionTaken } from './identifiers.ts';

const endpointNames: ReadonlySet<string> = new Set(endpointKeys);
const ownNames: ReadonlySet<string> = new Set(servedResources);

/** The name of a resource: a singular noun that nothing else is called by. */
export function validateResourceName(name: string): IssueDetails | undefined {
  return (
    validateForm(name, kebabCase, 40, nounOf) ??
    validateVerb(name) ??
    validateReserved(name) ??
    validateNumber(name)
  );
}

/** The noun in a text of any casing: `createOrders` → `order`. */
function nounOf(text: string): string {
  const name = kebabCaseOf(text);
  const noun = verbOf(name) === undefined ? name : (nounAfterVerb(name) ?? name);
  return singularOf(noun) ?? noun;
}

function validateVerb(name: string): IssueDetails | undefined {
  const verb = verbOf(name);
  if (verb === undefined) return undefined;
  const is = verb === name ? 'is a verb' : `starts with the verb "${verb}"`;
  const message = `${shown(name)} ${is}; a resource is named by a noun, and the HTTP method says what is done to it`;
  return { code: 'name-verb', message, ...defined({ suggestion: nounAfterVerb(name) }) };
}

function validateNumber(name: string): IssueDetails | undefined {
  const singular = singularOf(name);
  if (singular === undefined) return undefined;
  const message = `${shown(name)} is a plural; resources have singular names, and the collection is made plural by itself`;
  return { code: 'name-plural', message, suggestion: singular };
}

function validateReserved(name: string): IssueDetails | undefined {
  const taken = nameTaken(name);
  if (taken === undefined) return undefined;
  const message = `${shown(name)} cannot name a resource: it is ${taken}`;
  return { code: 'name-reserved', message, suggestion: singularOf(name) ?? `${name}-entry` };
}

function nameTaken(name: string): string | undefined {
  if (endpointNames.has(name)) return 'a key of the section endpoints';
  if (ownNames.has(name)) return 'a part of the service itself';
  return undefined;
}

/** The name of a collection, written or made from that of the resource. */
export function validatePlural(plural: string): IssueDetails | undefined {
  return validateForm(plural, kebabCase, 60, kebabCaseOf) ?? validateCollection(plural);
}

function validateCollection(plural: string): IssueDetails | undefined {
  const taken = collectionTaken(plural);
  if (taken === undefined) return undefined;
  const other = `${singularOf(plural) ?? plural}-list`;
  const message = `the collection ${shown(plural)} is taken: ${taken}; give the resource another plural, such as ${shown(other)}`;
  return { code: 'name-reserved', message };
}
