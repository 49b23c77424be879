import type { Edit } from '../../../src/specification/index.ts';

export type Row = Readonly<Record<string, unknown>>;
/** Members of the rows of each collection, by identifier. Collections are called as they were at first. */
export type Rows = Map<string, Map<string, Row>>;

/** One change of the specification in the life of the service. */
export interface Change {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** To what only a person knows: JSON by place. */
  readonly answers?: readonly string[];
  /** What clients of the released version meet, too, by the identifiers of the comparison. */
  readonly acknowledged?: readonly string[];
  /** What goes by the migration: names for `--accept-loss`. */
  readonly loses?: readonly string[];
  /** Files of the team that are about a resource which is no longer there. */
  readonly drops?: readonly string[];
  /** What becomes of the rows that are there, as clients of the newest version see them. */
  carried?(rows: Rows): void;
  /** What becomes of them as clients of the released version see them; absent: nothing. */
  carriedOlder?(rows: Rows): void;
}

const field = (resource: string, name: string, value: unknown): Edit => ({
  path: ['resources', resource, 'fields', name],
  value,
});

/** Gives each row of a collection other members. */
export function each(rows: Rows | undefined, collection: string, next: (row: Row) => Row): void {
  const kept = rows?.get(collection) ?? new Map<string, Row>();
  for (const [id, row] of kept) kept.set(id, next(row));
}

const wornIsUsed = (rows: Rows) =>
  each(rows, 'books', (row) => (row['condition'] === 'worn' ? { ...row, condition: 'used' } : row));
const unknownIsUsed = (rows: Rows) => each(rows, 'books', (row) => ({ condition: 'used', ...row }));

/** Of a service without a released version. */
export const changesBeforeRelease: readonly Change[] = [
  {
    title: 'an optional field is added',
    edits: [field('book', 'subtitle', { type: 'string' })],
  },
  {
    title: 'a required field is added, and old rows get a value',
    edits: [field('book', 'language', { type: 'string', required: true, maxLength: 10 })],
    answers: ['resources.book.fields.language.fill="en"'],
    carried: (rows) => each(rows, 'books', (row) => ({ ...row, language: 'en' })),
  },
  {
    title: 'a field is renamed',
    edits: [
      field('book', 'pages', undefined),
      field('book', 'pageCount', { type: 'integer', renamedFrom: 'pages' }),
    ],
    carried: (rows) =>
      each(rows, 'books', ({ pages, ...row }) =>
        pages === undefined ? row : { ...row, pageCount: pages },
      ),
  },
  {
    title: 'a text becomes a decimal, and a field goes',
    edits: [
      field('book', 'pageCount', { type: 'integer' }),
      field('book', 'subtitle', undefined),
      field('loan', 'fee', { type: 'decimal', precision: 8, scale: 2 }),
    ],
    loses: ['books.subtitle'],
    carried: (rows) => each(rows, 'books', ({ subtitle: _, ...row }) => row),
  },
  {
    title: 'a field becomes unique, and a length grows',
    edits: [
      field('book', 'isbn', { type: 'string', unique: true }),
      field('book', 'title', { type: 'string', required: true, maxLength: 120 }),
    ],
  },
  {
    title: 'a resource is added below another, and one goes with its rows',
    edits: [
      {
        path: ['resources', 'review'],
        value: { parent: 'book', fields: { stars: { type: 'integer', required: true } } },
      },
      { path: ['resources', 'tag'], value: undefined },
    ],
    loses: ['tags'],
    drops: ['src/resources/tag/tag.rules.ts'],
    carried: (rows) => void rows.delete('tags'),
  },
];

/** Of the draft of the next version, while clients use the released one. */
export const changesAfterRelease: readonly Change[] = [
  {
    title: 'a value of an enumeration goes',
    edits: [field('book', 'condition', { type: 'enum', values: ['new', 'used'] })],
    answers: [
      // What clients of the released version mean by it; rows follow the step.
      'resources.book.fields.condition.values.worn="used"',
    ],
    carried: wornIsUsed,
    carriedOlder: wornIsUsed,
  },
  {
    title: 'a reference is added, and what happens to another one changes',
    edits: [
      field('loan', 'book', { type: 'reference', to: 'book', onDelete: 'cascade' }),
      field('book', 'shelf', { type: 'reference', to: 'shelf', onDelete: 'set-null' }),
    ],
    acknowledged: ['L07'],
  },
  {
    title: 'lists can be filtered and sorted',
    edits: [{ path: ['endpoints'], value: { book: { filter: ['language'], sort: ['title'] } } }],
  },
  {
    title: 'a state has another name, and a history begins',
    edits: [
      {
        path: ['states', 'loan'],
        value: {
          initial: 'open',
          history: true,
          transitions: { return: { from: 'open', to: 'closed' } },
        },
      },
    ],
    answers: ['resources.loan.fields.status.values.returned="closed"'],
    carried: (rows) =>
      each(rows, 'loans', (row) =>
        row['status'] === 'returned' ? { ...row, status: 'closed' } : row,
      ),
  },
  {
    title: 'a resource has another name',
    edits: [
      { path: ['resources', 'shelf'], value: undefined },
      {
        path: ['resources', 'bookcase'],
        value: { renamedFrom: 'shelf', fields: { room: { type: 'string', required: true } } },
      },
      field('book', 'shelf', { type: 'reference', to: 'bookcase', onDelete: 'set-null' }),
    ],
  },
  {
    title: 'a field that may be null is required',
    edits: [
      { path: ['resources', 'bookcase', 'renamedFrom'], value: undefined },
      field('book', 'condition', { type: 'enum', values: ['new', 'used'], required: true }),
    ],
    answers: ['resources.book.fields.condition.fill="used"'],
    carried: unknownIsUsed,
    carriedOlder: unknownIsUsed,
  },
];
