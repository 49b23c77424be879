import {
  addColumn,
  alterColumn,
  createIndex,
  createTable,
  createUniqueIndex,
  dropColumn,
  dropIndex,
  dropTable,
  dropUniqueIndex,
  renameColumn,
  renameTable,
  replaceValues,
  run,
  type Step,
  type TableDefinition,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { sql } from 'kysely';
import { id, type Definitions, type RowsByTable } from './support.ts';

/** Steps with the tables and rows that they begin with, and those that they end with. */
export interface StepCase {
  readonly title: string;
  readonly before: Definitions;
  readonly rows: RowsByTable;
  readonly steps: readonly Step[];
  readonly after: Definitions;
  readonly expected: RowsByTable;
  readonly acceptLoss?: readonly string[];
}

const required = { required: true } as const;
export const key = { type: 'uuid', ...required } as const;
const loans = {
  columns: { id: key, title: { type: 'text', ...required }, count: { type: 'integer' } },
  indexes: [['title', 'id']],
  unique: [['count']],
} as const satisfies TableDefinition;
const rows = [
  { id: id(1), title: 'One', count: 1 },
  { id: id(2), title: 'Two', count: null },
  { id: id(3), title: "Three's", count: 3 },
];
const people = { columns: { id: key, name: { type: 'text', ...required } } } as const;
const owners = [
  { id: id(11), name: 'Ada' },
  { id: id(12), name: 'Bo' },
];
const changed = (change: Partial<TableDefinition> & { columns?: object }): Definitions => ({
  loans: { ...loans, ...change, columns: { ...loans.columns, ...change.columns } },
});
const each = (add: (row: (typeof rows)[number], index: number) => object) =>
  rows.map((row, index) => ({ ...row, ...add(row, index) }));
const owned = {
  people,
  loans: {
    columns: {
      id: key,
      owner_id: {
        type: 'uuid',
        ...required,
        references: { table: 'people', onDelete: 'restrict' },
      },
    },
    indexes: [['owner_id', 'id']],
  },
} as const satisfies Definitions;
const ownedRows = {
  people: owners,
  loans: [
    { id: id(1), owner_id: id(11) },
    { id: id(2), owner_id: id(12) },
  ],
};

const chained = (table: string): TableDefinition => ({
  columns: { id: key, next_id: { type: 'uuid', references: { table, onDelete: 'restrict' } } },
});

export const stepCases: readonly StepCase[] = [
  {
    title: 'makes two tables that refer to themselves',
    before: { loans },
    rows: { loans: rows },
    steps: [createTable('chapters', chained('chapters')), createTable('pages', chained('pages'))],
    after: { loans, chapters: chained('chapters'), pages: chained('pages') },
    expected: { loans: rows, chapters: [], pages: [] },
  },
  {
    title: 'makes a table with everything that a table can have',
    before: { loans },
    rows: { loans: rows },
    steps: [
      createTable('fines', {
        columns: {
          number: { type: 'integer', ...required, counter: true },
          loan_id: {
            type: 'uuid',
            ...required,
            references: { table: 'loans', onDelete: 'cascade' },
          },
          amount: { type: { decimal: [10, 2] }, ...required, default: '1.50' },
          paid: { type: 'boolean', ...required, default: false },
        },
        primaryKey: ['number'],
        indexes: [['loan_id', 'number']],
        unique: [['loan_id', 'amount']],
      }),
    ],
    after: {
      loans,
      fines: {
        columns: {
          number: { type: 'integer', ...required, counter: true },
          loan_id: {
            type: 'uuid',
            ...required,
            references: { table: 'loans', onDelete: 'cascade' },
          },
          amount: { type: { decimal: [10, 2] }, ...required, default: '1.50' },
          paid: { type: 'boolean', ...required, default: false },
        },
        primaryKey: ['number'],
        indexes: [['loan_id', 'number']],
        unique: [['loan_id', 'amount']],
      },
    },
    expected: { loans: rows, fines: [] },
  },
  {
    title: 'drops a table',
    before: { loans, people },
    rows: { loans: rows, people: owners },
    steps: [dropTable('people')],
    acceptLoss: ['people'],
    after: { loans },
    expected: { loans: rows },
  },
  {
    title: 'renames a table that others refer to, with its indexes',
    before: owned,
    rows: ownedRows,
    steps: [renameTable('loans', 'rentals'), renameTable('people', 'members')],
    after: {
      members: people,
      rentals: {
        ...owned.loans,
        columns: {
          id: key,
          owner_id: {
            type: 'uuid',
            ...required,
            references: { table: 'members', onDelete: 'restrict' },
          },
        },
      },
    },
    expected: { members: owners, rentals: ownedRows.loans },
  },
  {
    title: 'adds a column that may be empty',
    before: { loans },
    rows: { loans: rows },
    steps: [addColumn('loans', 'note', { type: 'text' })],
    after: changed({ columns: { note: { type: 'text' } } }),
    expected: { loans: each(() => ({ note: null })) },
  },
  ...(
    [
      ['boolean', true],
      ['integer', -7],
      ['long', '9223372036854775807'],
      ['number', 0.1],
      ['date', '2026-02-28'],
      ['time', '23:59:59'],
      ['dateTime', '2026-02-28T12:00:00.123Z'],
      ['duration', 'P1DT2H'],
      ['text', "it's \\ ä"],
      ['json', { a: ["'", null] }],
      ['binary', 'AAECAwT/'],
      ['uuid', id(99)],
      [{ decimal: [10, 3] }, '-12.500'],
    ] as const
  ).map(([type, value]): StepCase => ({
    title: `adds a required column of ${typeof type === 'object' ? 'decimal' : type} with a constant`,
    before: { loans },
    rows: { loans: rows },
    steps: [addColumn('loans', 'extra', { type, ...required }, { fill: { value } })],
    after: changed({ columns: { extra: { type, ...required } } }),
    expected: { loans: each(() => ({ extra: value })) },
  })),
  {
    title: 'moves the values of a column to another one: nothing is lost when it goes',
    before: owned,
    rows: ownedRows,
    steps: [
      addColumn(
        'loans',
        'person_id',
        { type: 'uuid', ...required, references: { table: 'people', onDelete: 'cascade' } },
        { fill: { column: 'owner_id' } },
      ),
      dropIndex('loans', ['owner_id', 'id']),
      dropColumn('loans', 'owner_id'),
    ],
    after: {
      people,
      loans: {
        columns: {
          id: key,
          person_id: {
            type: 'uuid',
            ...required,
            references: { table: 'people', onDelete: 'cascade' },
          },
        },
      },
    },
    expected: {
      people: owners,
      loans: ownedRows.loans.map(({ id: number, owner_id }) => ({
        id: number,
        person_id: owner_id,
      })),
    },
  },
  {
    title: 'adds a required column filled from another one, and an index of it',
    before: { loans },
    rows: { loans: rows },
    steps: [
      addColumn('loans', 'name', { type: 'text', ...required }, { fill: { column: 'title' } }),
      addColumn(
        'loans',
        'size',
        { type: 'integer', ...required },
        { fill: { sql: 'coalesce(count, 0) + length(name)' } },
      ),
      createUniqueIndex('loans', ['name', 'size']),
    ],
    after: changed({
      columns: { name: { type: 'text', ...required }, size: { type: 'integer', ...required } },
      unique: [['count'], ['name', 'size']],
    }),
    expected: {
      loans: each(({ title, count }) => ({ name: title, size: (count ?? 0) + title.length })),
    },
  },
  {
    title: 'adds a required reference',
    before: { people, loans },
    rows: { people: owners, loans: rows },
    steps: [
      addColumn(
        'loans',
        'owner_id',
        { type: 'uuid', ...required, references: { table: 'people', onDelete: 'cascade' } },
        { fill: { value: id(11) } },
      ),
      createIndex('loans', ['owner_id', 'id']),
    ],
    after: {
      people,
      ...changed({
        columns: {
          owner_id: {
            type: 'uuid',
            ...required,
            references: { table: 'people', onDelete: 'cascade' },
          },
        },
        indexes: [
          ['title', 'id'],
          ['owner_id', 'id'],
        ],
      }),
    },
    expected: { people: owners, loans: each(() => ({ owner_id: id(11) })) },
  },
  {
    title: 'drops a column after its index',
    before: { loans },
    rows: { loans: rows },
    steps: [dropUniqueIndex('loans', ['count']), dropColumn('loans', 'count')],
    acceptLoss: ['loans.count'],
    after: {
      loans: {
        columns: { id: key, title: { type: 'text', ...required } },
        indexes: [['title', 'id']],
      },
    },
    expected: { loans: rows.map(({ id, title }) => ({ id, title })) },
  },
  {
    title: 'drops a column that refers to another table, and that table',
    before: owned,
    rows: ownedRows,
    steps: [
      dropIndex('loans', ['owner_id', 'id']),
      dropColumn('loans', 'owner_id'),
      dropTable('people'),
    ],
    acceptLoss: ['loans.owner_id', 'people'],
    after: { loans: { columns: { id: key } } },
    expected: { loans: [{ id: id(1) }, { id: id(2) }] },
  },
  {
    title: 'renames columns, with indexes and references',
    before: owned,
    rows: ownedRows,
    steps: [
      renameColumn('loans', 'owner_id', 'holder_id'),
      renameColumn('people', 'name', 'full_name'),
    ],
    after: {
      people: { columns: { id: key, full_name: people.columns.name } },
      loans: {
        columns: { id: key, holder_id: owned.loans.columns.owner_id },
        indexes: [['holder_id', 'id']],
      },
    },
    expected: {
      people: owners.map(({ id, name }) => ({ id, full_name: name })),
      loans: ownedRows.loans.map(({ id, owner_id }) => ({ id, holder_id: owner_id })),
    },
  },
  {
    title: 'changes what deleting does, and whether a reference is required',
    before: owned,
    rows: ownedRows,
    steps: [
      alterColumn('loans', 'owner_id', {
        from: owned.loans.columns.owner_id,
        to: { type: 'uuid', references: { table: 'people', onDelete: 'set null' } },
      }),
    ],
    after: {
      people,
      loans: {
        ...owned.loans,
        columns: {
          id: key,
          owner_id: { type: 'uuid', references: { table: 'people', onDelete: 'set null' } },
        },
      },
    },
    expected: ownedRows,
  },
  {
    title: 'makes of a text a reference, and of a reference an identifier',
    before: {
      people,
      notes: { columns: { id: key, who: { type: 'text' } } },
      loans: owned.loans,
    },
    rows: {
      ...ownedRows,
      notes: [
        { id: id(1), who: id(12) },
        { id: id(2), who: null },
      ],
    },
    steps: [
      alterColumn('notes', 'who', {
        from: { type: 'text' },
        to: { type: 'uuid', references: { table: 'people', onDelete: 'cascade' } },
      }),
      alterColumn('loans', 'owner_id', {
        from: owned.loans.columns.owner_id,
        to: { type: 'uuid', ...required },
      }),
    ],
    after: {
      people,
      notes: {
        columns: {
          id: key,
          who: { type: 'uuid', references: { table: 'people', onDelete: 'cascade' } },
        },
      },
      loans: { ...owned.loans, columns: { id: key, owner_id: { type: 'uuid', ...required } } },
    },
    expected: {
      ...ownedRows,
      notes: [
        { id: id(1), who: id(12) },
        { id: id(2), who: null },
      ],
    },
  },
  {
    title: 'retypes a column that has indexes, and fills its empty rows',
    before: {
      loans: {
        ...loans,
        indexes: [
          ['title', 'id'],
          ['count', 'title', 'id'],
        ],
      },
    },
    rows: { loans: rows },
    steps: [
      alterColumn('loans', 'count', {
        from: { type: 'integer' },
        to: { type: { decimal: [8, 2] }, ...required },
        fill: { value: '0.50' },
      }),
    ],
    after: changed({
      columns: { count: { type: { decimal: [8, 2] }, ...required } },
      indexes: [
        ['title', 'id'],
        ['count', 'title', 'id'],
      ],
    }),
    expected: {
      loans: each(({ count }) => ({ count: count === null ? '0.50' : `${String(count)}.00` })),
    },
  },
  {
    title: 'requires a value, and fills where there is none',
    before: { loans },
    rows: { loans: rows },
    steps: [
      alterColumn('loans', 'count', {
        from: { type: 'integer' },
        to: { type: 'integer', ...required },
        fill: { sql: 'length(title) * 100' },
      }),
    ],
    after: changed({ columns: { count: { type: 'integer', ...required } } }),
    expected: { loans: each(({ count, title }) => ({ count: count ?? title.length * 100 })) },
  },
  {
    title: 'widens and narrows decimals',
    before: {
      prices: {
        columns: { id: key, a: { type: { decimal: [5, 2] } }, b: { type: { decimal: [9, 4] } } },
      },
    },
    rows: {
      prices: [
        { id: id(1), a: '999.99', b: '-1.0050' },
        { id: id(2), a: '-0.05', b: '0.0149' },
      ],
    },
    steps: [
      alterColumn('prices', 'a', {
        from: { type: { decimal: [5, 2] } },
        to: { type: { decimal: [8, 2] } },
      }),
      alterColumn('prices', 'b', {
        from: { type: { decimal: [9, 4] } },
        to: { type: { decimal: [9, 2] } },
      }),
    ],
    acceptLoss: ['prices.b'],
    after: {
      prices: {
        columns: { id: key, a: { type: { decimal: [8, 2] } }, b: { type: { decimal: [9, 2] } } },
      },
    },
    expected: {
      prices: [
        { id: id(1), a: '999.99', b: '-1.01' },
        { id: id(2), a: '-0.05', b: '0.01' },
      ],
    },
  },
  {
    title: 'converts by an expression of its own',
    before: { loans },
    rows: { loans: rows },
    steps: [
      alterColumn('loans', 'title', {
        from: { type: 'text', ...required },
        to: { type: 'integer', ...required },
        convert: { sql: 'length(title) + coalesce(count, 0)' },
      }),
    ],
    after: changed({ columns: { title: { type: 'integer', ...required } } }),
    expected: { loans: each(({ title, count }) => ({ title: title.length + (count ?? 0) })) },
  },
  {
    title: 'swaps values, and replaces others',
    before: { loans },
    rows: { loans: rows },
    steps: [
      replaceValues('loans', 'title', { One: 'Two', Two: 'One' }),
      replaceValues('loans', 'title', { "Three's": '3' }),
    ],
    after: { loans },
    expected: {
      loans: each((_row, index) => ({ title: ['Two', 'One', '3'][index] })),
    },
  },
  {
    title: 'makes and drops indexes',
    before: { loans },
    rows: { loans: rows },
    steps: [
      dropIndex('loans', ['title', 'id']),
      createIndex('loans', ['count', 'title', 'id']),
      createUniqueIndex('loans', ['title']),
      dropUniqueIndex('loans', ['count']),
    ],
    after: changed({ indexes: [['count', 'title', 'id']], unique: [['title']] }),
    expected: { loans: rows },
  },
  {
    title: 'runs the work of a team between other steps',
    before: { loans },
    rows: { loans: rows },
    steps: [
      addColumn('loans', 'note', { type: 'text' }),
      run('Notes titles', async (database) => {
        await sql`update loans set note = title || '!' where count is not null`.execute(database);
      }),
      alterColumn('loans', 'note', {
        from: { type: 'text' },
        to: { type: 'text', ...required },
        fill: { value: '' },
      }),
    ],
    after: changed({ columns: { note: { type: 'text', ...required } } }),
    expected: { loans: each(({ title, count }) => ({ note: count === null ? '' : `${title}!` })) },
  },
];
