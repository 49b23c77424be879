import { isGrant, isScope } from '../validators/grants.ts';
import { atKey, atValue, type Issue, type IssueDetails, type Path } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, isMapping } from '../plain.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { fieldNames, resourceNames, type CheckContext } from './check-context.ts';

/** A list of grants as it is written, and where. */
interface WrittenGrants {
  readonly path: Path;
  readonly list: unknown;
}

/** Roles that something is granted to are among the roles, each checked as it is written, whatever is wrong with the others. */
export function grantIssues({ raw }: CheckContext): Issue[] {
  const roles = rolesAsWritten(raw);
  if (roles === undefined) return [];
  const known = new Set(roles);
  const usable = roles.filter((role) => isGrant(role));
  return listsOf(raw).flatMap(({ path, list }) =>
    (Array.isArray(list) ? list : []).flatMap((grant: unknown, position) => {
      const isRole = typeof grant === 'string' && isGrant(grant) && !isScope(grant);
      if (!isRole || known.has(grant)) return [];
      return [atValue([...path, position], unknownRole(grant, usable))];
    }),
  );
}

/** In a service without authentication, callers have no roles, scopes or claims. */
export function strangerIssues(context: CheckContext): Issue[] {
  const { raw, valid } = context;
  const { mechanisms = [] } = valid.authentication ?? {};
  if (mechanisms.length !== 1 || mechanisms[0] !== 'none') return [];
  const keys = ['roles', 'rules', 'allow'].map((key) => ['authentication', key]);
  return [...keys, ...fieldLists(raw).map(({ path }) => path)]
    .filter((path) => valueAt(raw, path) !== undefined)
    .map((path) => {
      const message =
        'with the mechanism none callers have no roles, scopes or claims: leave this out, or choose another mechanism';
      return atKey(path, { code: 'contradiction', message });
    });
}

/** The names of the roles; undefined where what is written is no list of them. */
function rolesAsWritten(raw: unknown): string[] | undefined {
  const roles = valueAt(raw, ['authentication', 'roles']) ?? [];
  if (!Array.isArray(roles)) return undefined;
  return roles.filter((role: unknown) => typeof role === 'string');
}

function unknownRole(role: string, roles: readonly string[]): IssueDetails {
  const advice =
    roles.length === 0
      ? 'authentication.roles names none yet: add it there'
      : 'add it to authentication.roles, or take one of them';
  return {
    code: 'unknown-role',
    message: `there is no role ${shown(role)}; ${advice}`,
    found: shown(role),
    allowed: roles,
    ...defined({ suggestion: nearest(role, roles) }),
  };
}

function listsOf(raw: unknown): WrittenGrants[] {
  const allow = membersAt(raw, ['authentication', 'allow']).flatMap(({ path }) =>
    membersAt(raw, path),
  );
  const rules = valueAt(raw, ['authentication', 'rules']);
  const exceptions = (Array.isArray(rules) ? rules : []).map((_, position) => {
    const path = ['authentication', 'rules', position, 'unless'];
    return { path, list: valueAt(raw, path) };
  });
  return [...fieldLists(raw), ...exceptions, ...allow];
}

function fieldLists(raw: unknown): WrittenGrants[] {
  const context = { raw, valid: { service: {}, resources: {} } };
  return resourceNames(context).flatMap((resource) =>
    fieldNames(context, resource).flatMap((field) =>
      ['readableBy', 'writableBy'].map((key) => {
        const path = ['resources', resource, 'fields', field, key];
        return { path, list: valueAt(raw, path) };
      }),
    ),
  );
}

function membersAt(raw: unknown, path: Path): WrittenGrants[] {
  const mapping = valueAt(raw, path);
  return Object.entries(isMapping(mapping) ? mapping : {}).map(([key, list]) => ({
    path: [...path, key],
    list,
  }));
}
