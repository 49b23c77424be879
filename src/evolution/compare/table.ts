import type { Row } from './change.ts';
import { access } from './fields/access.ts';
import { constraints } from './fields/constraints.ts';
import { members } from './fields/members.ts';
import { presence } from './fields/presence.ts';
import { relations } from './fields/relations.ts';
import { types } from './fields/types.ts';
import { values } from './fields/values.ts';
import { actions } from './parts/actions.ts';
import { authentication } from './parts/authentication.ts';
import { authorization } from './parts/authorization.ts';
import { deprecations } from './parts/deprecations.ts';
import { errors } from './parts/errors.ts';
import { events } from './parts/events.ts';
import { guards } from './parts/guards.ts';
import { inputs } from './parts/inputs.ts';
import { limits } from './parts/limits.ts';
import { listsOfRows } from './parts/lists-of-rows.ts';
import { methods } from './parts/methods.ts';
import type { Part } from './parts/part.ts';
import { representations } from './parts/representations.ts';
import { resources } from './parts/resources.ts';
import { service } from './parts/service.ts';
import { states } from './parts/states.ts';
import { versioning } from './parts/versioning.ts';

/** All parts of the table, in the order of the nine parts of a specification. */
export const parts: readonly Part[] = [
  service,
  resources,
  members,
  presence,
  types,
  constraints,
  values,
  access,
  relations,
  states,
  guards,
  inputs,
  actions,
  methods,
  listsOfRows,
  deprecations,
  representations,
  authentication,
  authorization,
  events,
  errors,
  limits,
  versioning,
];

const all: ReadonlyMap<string, Row> = new Map(parts.flatMap(({ rows }) => Object.entries(rows)));

/** The row of an identifier. Throws an Error where there is none. */
export function rowOf(id: string): Row {
  const row = all.get(id);
  if (row === undefined) throw new Error(`there is no row ${id}`);
  return row;
}

/** Whether there is a row of that identifier. */
export function isRow(id: string): boolean {
  return all.has(id);
}
