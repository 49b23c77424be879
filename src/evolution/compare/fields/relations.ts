import type { ResolvedField } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { ifChanged } from '../lists.ts';
import type { Part } from '../parts/part.ts';
import { finding, harmless, row } from '../row.ts';

const rows = {
  L01: harmless('optional relation added'),
  L02: row('relation required on create', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests without it are refused.',
  }),
  L08: row('relation: optional -> required', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'tighter',
    harm: 'Requests without it are refused.',
  }),
  L03: row('relation removed', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests with it are refused, and clients that follow it find nothing.',
  }),
  L04: row('relation renamed', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests with its former name are refused, and clients that read it miss it.',
  }),
  L05: row('relation leads to another resource', 'breaking', 'breaking', {
    lens: 'hook',
    harm: 'Identifiers that clients know are those of other rows.',
  }),
  L07: row('deletion of what a relation leads to does something else', 'edge-case', 'edge-case', {
    action: 'version',
    lens: 'not-bridgeable',
    harm: 'A DELETE of before is refused, or rows go with it that stayed.',
  }),
} as const;

export const foundRelation = finding(rows);

export function compareRelation(
  path: string,
  was: ResolvedField,
  is: ResolvedField,
): readonly Found[] {
  if (was.type !== 'reference' || is.type !== 'reference') return [];
  return [
    ...ifChanged(was.to, is.to, (before, after) =>
      foundRelation('L05', `${path}.to`, before, after),
    ),
    ...ifChanged(was.onDelete, is.onDelete, (before, after) =>
      foundRelation('L07', `${path}.onDelete`, before, after),
    ),
  ];
}

/** References to rows of other resources. */
export const relations: Part = {
  title: 'Relations',
  rows,
  keys: { 'field.to': ['L05'], 'field.onDelete': ['L07'] },
};
