import { finding, harmless, row } from '../row.ts';
import type { Part } from '../parts/part.ts';

const rows = {
  F01: harmless('optional field added'),
  F02: row('required field added, no default', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests without it are refused.',
  }),
  F04: row('read-only field added', 'n/a', 'non-breaking'),
  F06: row('optional field removed', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests with it are refused, and clients that read it miss it.',
  }),
  F07: row('required field removed', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests with it are refused, and clients that read it miss it.',
  }),
  F08: row('write-only field removed', 'breaking', 'n/a', {
    lens: 'automatic',
    harm: 'Requests with it are refused.',
  }),
  F09: row('read-only field removed', 'n/a', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Clients that read it miss it.',
  }),
  F10: harmless('description of a field changed'),
  F11: harmless('example of a field changed'),
  F12: harmless('field marked deprecated'),
  F13: harmless('deprecation of a field taken back'),
  F18: harmless('days or successor of a deprecated field changed'),
  F20: row('field renamed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Requests with its former name are refused, and clients that read it miss it.',
  }),
} as const;

export const foundMember = finding(rows);

/** Fields that come and go, and what is only said of them. */
export const members: Part = {
  title: 'Fields',
  rows,
  keys: {
    'field.description': ['F10'],
    'field.example': ['F11'],
    'field.deprecated.**': ['F12', 'F13', 'F18'],
    'field.replacedBy': ['F18'],
    'field.renamedFrom': ['F20', 'L04'],
    'field.fields': ['F01', 'F02', 'F06', 'F07', 'F08', 'F09'],
  },
};
