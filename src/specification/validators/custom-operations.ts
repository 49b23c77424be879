import type { IssueDetails } from '../issue.ts';
import { camelCaseOf, kebabCaseOf } from '../names/casing.ts';
import * as reserved from '../names/reserved.ts';
import { kebabCase } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { validateForm } from './form.ts';

const methods: ReadonlySet<string> = new Set(reserved.methodWords);
const collections: ReadonlySet<string> = new Set(reserved.rowCollections);
const relations: ReadonlySet<string> = new Set(reserved.linkRelations);
const objectMembers: ReadonlySet<string> = new Set(reserved.objectMembers);

/** The name of a transition or of an action: the last segment of a path, a rule and a link. */
export function validateCustomOperationName(name: string): IssueDetails | undefined {
  const form = validateForm(name, kebabCase, 40, kebabCaseOf);
  if (form !== undefined) return form;
  const taken = customOperationNameTaken(name);
  if (taken === undefined) return undefined;
  const message = `${shown(name)} cannot name a transition or an action: ${taken}`;
  return { code: 'name-reserved', message };
}

function customOperationNameTaken(name: string): string | undefined {
  if (methods.has(name)) return 'a method has that name, and its rules have it too';
  if (collections.has(name)) return 'the service has a collection of that name';
  if (relations.has(name)) return 'representations have a link of that name';
  return objectMembers.has(camelCaseOf(name))
    ? 'every JavaScript object has a member of that name'
    : undefined;
}

/** The name of a state, which is also that of the event that it is entered. */
export function validateStateName(name: string, isInitial: boolean): IssueDetails | undefined {
  const form = validateForm(name, kebabCase, 40, kebabCaseOf);
  if (form !== undefined) return form;
  if (name === 'created' && isInitial) return undefined;
  if (!reserved.eventWords.some((word) => word === name)) return undefined;
  const why = name === 'created' ? 'only the initial state can be called that' : 'call it another';
  const message = `the event ${shown(name)} tells something else than that a state of that name is entered; ${why}`;
  return { code: 'name-reserved', message };
}

/** A name as it is after any change of casing. */
export function squashed(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}
