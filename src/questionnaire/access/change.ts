import type { AttributeRule, AuthenticationSection, Field } from '../../specification/index.ts';
import { isScope } from '../../specification/validators/grants.ts';
import { mapValues, own } from '../../specification/plain.ts';
import { withField, withSection, type Draft } from '../draft.ts';
import { withoutName } from '../without.ts';

export type Allow = NonNullable<AuthenticationSection['allow']>;
type Verbs = Allow[string];

interface Access {
  readonly roles: readonly string[] | undefined;
  readonly rules: readonly AttributeRule[] | undefined;
  readonly allow: Allow | undefined;
}

/** The draft with what callers may do changed; what says nothing is left out, and an `allow` that is there stays. */
export function withAccess(draft: Draft, changes: Partial<Access>): Draft {
  const { roles = [], rules = [], allow, ...others } = { ...draft.authentication, ...changes };
  return withSection(draft, 'authentication', {
    ...others,
    ...(roles.length === 0 ? {} : { roles: [...roles] }),
    ...(rules.length === 0 ? {} : { rules: [...rules] }),
    ...(allow === undefined ? {} : { allow }),
  });
}

/** The draft with the permissions of one resource; undefined: no caller has any. */
export function withAllowed(draft: Draft, resource: string, verbs: Verbs | undefined): Draft {
  const allow = draft.authentication?.allow ?? {};
  return withAccess(draft, {
    allow:
      verbs === undefined ? withoutName(allow, resource) : { ...allow, [resource]: { ...verbs } },
  });
}

/** The callers that read a field, and those that may send it; undefined: the same as of the row. */
export interface FieldGrants {
  readonly readableBy: readonly string[] | undefined;
  readonly writableBy: readonly string[] | undefined;
}

export function withFieldGrants(
  draft: Draft,
  resource: string,
  name: string,
  { readableBy, writableBy }: FieldGrants,
): Draft {
  const field = own(own(draft.resources, resource)?.fields, name);
  return field === undefined
    ? draft
    : withField(draft, resource, name, {
        ...withoutGrants(field),
        ...(readableBy === undefined ? {} : { readableBy: [...readableBy] }),
        ...(writableBy === undefined ? {} : { writableBy: [...writableBy] }),
      });
}

/** With these roles alone: whatever was granted to another is granted to fewer. */
export function withRoles(draft: Draft, roles: readonly string[]): Draft {
  const known = new Set(roles);
  const left = (grants: readonly string[]) =>
    grants.filter((grant) => isScope(grant) || known.has(grant));
  const { rules, allow } = draft.authentication ?? {};
  const changed = withAccess(draft, {
    roles,
    rules: rules?.map((rule) => ({
      ...rule,
      ...(rule.unless === undefined ? {} : { unless: left(rule.unless) }),
    })),
    allow: allow === undefined ? undefined : mapValues(allow, (verbs) => mapValues(verbs, left)),
  });
  return withEachField(changed, (field) => ({
    ...field,
    ...(field.readableBy === undefined ? {} : { readableBy: left(field.readableBy) }),
    ...(field.writableBy === undefined ? {} : { writableBy: left(field.writableBy) }),
  }));
}

/** In a service without authentication, no permissions depend on the caller. */
export function withoutAccess(draft: Draft): Draft {
  const open = withAccess(draft, { roles: undefined, rules: undefined, allow: undefined });
  return withEachField(open, withoutGrants);
}

export function withRule(draft: Draft, rule: AttributeRule): Draft {
  const { rules = [] } = draft.authentication ?? {};
  const isSame = (other: AttributeRule) => isAbout(other, rule.resource, rule.field);
  return withAccess(draft, {
    rules: rules.some(isSame)
      ? rules.map((other) => (isSame(other) ? rule : other))
      : [...rules, rule],
  });
}

export function withoutRule(draft: Draft, resource: string, field: string): Draft {
  const { rules = [] } = draft.authentication ?? {};
  return withAccess(draft, { rules: rules.filter((rule) => !isAbout(rule, resource, field)) });
}

export function isAbout(rule: AttributeRule, resource: string, field: string): boolean {
  return rule.resource === resource && rule.field === field;
}

function withoutGrants(field: Field): Field {
  return withoutName(withoutName({ ...field }, 'readableBy'), 'writableBy') as Field;
}

function withEachField(draft: Draft, change: (field: Field) => Field): Draft {
  const resources = mapValues(draft.resources, (resource) => ({
    ...resource,
    fields: mapValues(resource.fields, change),
  }));
  return withSection(draft, 'resources', resources);
}
