import type { Row } from './change.ts';
import { row } from './row.ts';

/** A row that two service.yaml files cannot show. */
export interface UnseenRow extends Row {
  /** Why not, as a clause. */
  readonly because: string;
  /** Whether two OpenAPI documents can show it. */
  readonly isInDocument: boolean;
}

/** Changes of other interfaces that no specification can express, so that each kind of change is named somewhere. */
export const unseenRows: Readonly<Record<string, UnseenRow>> = {
  R03: {
    ...row('resource removed after its deprecation + sunset date passed', 'breaking', 'breaking', {
      lens: 'automatic',
    }),
    because:
      'the comparison does not read the clock, so a resource is removed alike before and after its sunset',
    isInDocument: true,
  },
  R06: {
    ...row(
      'path-parameter placeholder renamed only ({id} -> {orderId})',
      'non-breaking',
      'non-breaking',
    ),
    because: 'the placeholder of an identifier is always {id}',
    isInDocument: true,
  },
  R07: {
    ...row('identifier type/format changed (integer -> uuid)', 'breaking', 'breaking', {
      lens: 'not-bridgeable',
    }),
    because: 'identifiers are always UUIDs',
    isInDocument: true,
  },
  M09: {
    ...row('success status changed (201 -> 200, 204 -> 200)', 'n/a', 'breaking', {
      lens: 'automatic',
    }),
    because: 'the status of success follows from the method',
    isInDocument: true,
  },
  M12: {
    ...row('HEAD or OPTIONS enabled', 'non-breaking', 'non-breaking'),
    because: 'HEAD and OPTIONS follow from the other methods',
    isInDocument: true,
  },
  M15: {
    ...row('request body became optional', 'non-breaking', 'n/a'),
    because: 'whether there is a body follows from the method',
    isInDocument: true,
  },
  M18: {
    ...row('required request body added', 'breaking', 'n/a', {
      lens: 'automatic-with-one-declared-value',
    }),
    because: 'whether there is a body follows from the method',
    isInDocument: true,
  },
  F03: {
    ...row('required field added, spec has a default', 'breaking', 'non-breaking', {
      lens: 'automatic-with-one-declared-value',
    }),
    because: 'a required field has no default',
    isInDocument: true,
  },
  F14: {
    ...row('field naming convention switched (snake_case -> camelCase)', 'breaking', 'breaking', {
      lens: 'automatic',
    }),
    because: 'fields are always named in camelCase',
    isInDocument: true,
  },
  F17: {
    ...row(
      'default value now serialised where it was absent (or the reverse)',
      'n/a',
      'edge-case',
      { lens: 'automatic' },
    ),
    because: 'a default is always stored, and shown from then on',
    isInDocument: true,
  },
  F19: {
    ...row('removed name later re-used with another meaning', 'breaking', 'breaking', {
      lens: 'hook',
    }),
    because: 'what a name meant before shows in no specification',
    isInDocument: false,
  },
  T19: {
    ...row('single shape -> oneOf variants', 'non-breaking', 'breaking', { lens: 'hook' }),
    because: 'there are no variants',
    isInDocument: true,
  },
  T22: {
    ...row('unknown request members now ignored', 'non-breaking', 'n/a'),
    because: 'unknown members are always refused',
    isInDocument: true,
  },
  Q10: {
    ...row('field required on create becomes required on update too', 'breaking', 'n/a', {
      lens: 'automatic-with-one-declared-value',
    }),
    because: 'what create requires, a replacement requires, and an update never',
    isInDocument: true,
  },
  E03: {
    ...row('enum value added, enum declared extensible', 'non-breaking', 'non-breaking'),
    because: 'an enumeration cannot be declared extensible yet',
    isInDocument: true,
  },
  C04: {
    ...row('maxLength removed (read-write)', 'non-breaking', 'edge-case', {
      lens: 'not-bridgeable',
    }),
    because: 'each text has a maximum length',
    isInDocument: true,
  },
  C23: {
    ...row('cross-field rule added', 'edge-case', 'n/a', {
      action: 'version',
      lens: 'not-bridgeable',
    }),
    because: 'there are no rules across fields but those of transitions and actions',
    isInDocument: false,
  },
  C26: {
    ...row('validation error ordering / number of reported errors changed', 'n/a', 'edge-case', {
      action: 'pass',
    }),
    because: 'a problem lists all issues of a request in one order',
    isInDocument: false,
  },
  U07: {
    ...row('server-generated id -> client-supplied', 'breaking', 'non-breaking', {
      lens: 'automatic-with-one-declared-value',
    }),
    because: 'the service makes identifiers; createByReplace adds a way and takes none',
    isInDocument: true,
  },
  L06: {
    ...row('to-many -> to-one', 'breaking', 'breaking', { lens: 'hook' }),
    because: 'there are no relations to many',
    isInDocument: false,
  },
  L11: {
    ...row('hypermedia link relation added', 'n/a', 'non-breaking'),
    because: 'links follow from relations, transitions and actions',
    isInDocument: true,
  },
  P12: {
    ...row('default sort order changed', 'n/a', 'edge-case', {
      action: 'version',
      lens: 'automatic',
    }),
    because: 'rows are always sorted by createdAt where nothing else is asked for',
    isInDocument: true,
  },
  P14: {
    ...row('pagination removed (all rows returned)', 'non-breaking', 'edge-case', {
      lens: 'automatic',
    }),
    because: 'lists always have pages',
    isInDocument: true,
  },
  P24: {
    ...row('parameter style/explode/allowReserved changed', 'breaking', 'n/a', {
      lens: 'automatic',
    }),
    because: 'parameters are always written in one style',
    isInDocument: true,
  },
  P25: {
    ...row('parameter moved query <-> header <-> path', 'breaking', 'n/a', { lens: 'automatic' }),
    because: 'parameters of lists are always in the query',
    isInDocument: true,
  },
  H03: {
    ...row('response header added', 'n/a', 'non-breaking'),
    because: 'headers of answers follow from the other keys',
    isInDocument: true,
  },
  H04: {
    ...row('documented-required response header removed', 'n/a', 'breaking', { lens: 'automatic' }),
    because: 'headers of answers follow from the other keys',
    isInDocument: true,
  },
  H06: {
    ...row('response header became optional', 'n/a', 'breaking', { lens: 'automatic' }),
    because: 'headers of answers follow from the other keys',
    isInDocument: true,
  },
  D05: {
    ...row('default representation changed when Accept is absent', 'n/a', 'edge-case', {
      action: 'version',
      lens: 'automatic',
    }),
    because: 'JSON is always the default',
    isInDocument: false,
  },
  A06: {
    ...row('second mechanism required together (AND)', 'breaking', 'n/a', {
      lens: 'not-bridgeable',
    }),
    because: 'one credential is always enough',
    isInDocument: true,
  },
  A15: {
    ...row('token lifetime shortened', 'edge-case', 'n/a', { lens: 'not-bridgeable' }),
    because: 'the issuer decides how long a token lives',
    isInDocument: false,
  },
  A17: {
    ...row('403 replaced by 404 for hidden objects', 'n/a', 'edge-case', { lens: 'automatic' }),
    because: 'hidden rows are always answered with 404',
    isInDocument: false,
  },
  B09: {
    ...row('consistency weakened (read-your-writes lost)', 'n/a', 'edge-case', {
      lens: 'not-bridgeable',
    }),
    because: 'reads always show what was written',
    isInDocument: false,
  },
  Z07: {
    ...row('member added to the error body', 'n/a', 'non-breaking'),
    because: 'members of problems are always the same',
    isInDocument: true,
  },
  Z10: {
    ...row('repeated DELETE 204 -> 404', 'n/a', 'edge-case', { lens: 'automatic' }),
    because: 'a repeated DELETE is always answered with 404',
    isInDocument: false,
  },
  V08: {
    ...row('delivery guarantee or ordering weakened', 'n/a', 'edge-case', {
      action: 'version',
      lens: 'not-bridgeable',
    }),
    because: 'delivery is always at least once, in the order of a row',
    isInDocument: false,
  },
  V13: {
    ...row('event additionally emitted in new situations', 'n/a', 'edge-case', {
      lens: 'automatic',
    }),
    because: 'an event is always sent whenever its cause happens',
    isInDocument: false,
  },
  W12: {
    ...row('unknown version: fallback -> 400', 'edge-case', 'n/a', {
      action: 'version',
      lens: 'automatic',
    }),
    because: 'an unknown version is never answered by another one',
    isInDocument: false,
  },
  I02: {
    ...row('id generation algorithm changed, same format', 'n/a', 'edge-case'),
    because: 'identifiers are always made in one way',
    isInDocument: false,
  },
};
