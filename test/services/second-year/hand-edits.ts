import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Edit = (text: string) => string;

const before =
  (place: string, line: string): Edit =>
  (text) => {
    if (!text.includes(place)) throw new Error(`"${place}" is nowhere`);
    return text.replace(place, () => line + place);
  };

/** An endpoint of the team's own, which counts rows of a generated table and of one of its own. */
const statistics = `import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Services } from './resources/services.ts';
import type { Route } from './runtime/endpoints/route.ts';

const Statistics = Type.Object({ books: Type.Integer(), remarks: Type.Integer() });

/** Ours: what there is. */
export function customRoutes({ database }: Services): Route[] {
  return [
    {
      path: '/statistics',
      operations: {
        GET: {
          id: 'getStatistics',
          summary: 'Count what there is',
          tag: 'Statistics',
          answers: { 200: { description: 'The counts.', schema: Statistics } },
          handle: async () => {
            const { rows } = await sql<{ books: unknown; remarks: unknown }>\`
              select (select count(*) from books) as books, (select count(*) from own_remarks) as remarks
            \`.execute(database.reader);
            const [found] = rows;
            return {
              status: 200,
              body: { books: Number(found?.books), remarks: Number(found?.remarks) },
            };
          },
        },
      },
    },
  ];
}
`;

/** A rule of the team's own. */
const rules = `import { builtIn } from '../../runtime/errors/built-in.ts';
import { Problem } from '../../runtime/errors/problem.ts';
import type { BookRules } from './book.schema.ts';

/** Ours: some titles are taken. */
export const bookRules: BookRules = {
  beforeCreate(draft) {
    if (draft.title === 'The taken title') throw new Problem(builtIn.forbidden);
  },
};
`;

/** What a team writes by hand: in files of theirs, and in those that the generator makes. */
export const handEdits: Readonly<Record<string, Edit>> = {
  'src/custom.ts': () => statistics,
  'src/resources/book/book.rules.ts': () => rules,
  'src/app.ts': before('export interface App {', '// Ours: everything begins here.\n'),
  'src/resources/book/book.routes.ts': (text) => `${text}\n// Ours: ask Ada about books.\n`,
  'src/resources/book/book.schema.ts': before('export ', '/* Ours: shapes of books. */\n'),
  'package.json': before('    "test":', '    "ours": "echo ours",\n'),
  'README.md': (text) => `${text}\n## Ours\n\nThe library of the town.\n`,
  Dockerfile: (text) => `${text}# Ours: built each night.\n`,
};

/** Lines that have to be there whatever is generated. */
export const handWritten: Readonly<Record<string, readonly string[]>> = {
  'src/custom.ts': statistics.split('\n'),
  'src/resources/book/book.rules.ts': rules.split('\n'),
  'src/app.ts': ['// Ours: everything begins here.'],
  'src/resources/book/book.routes.ts': ['// Ours: ask Ada about books.'],
  'src/resources/book/book.schema.ts': ['/* Ours: shapes of books. */'],
  'package.json': ['"ours": "echo ours",'],
  'README.md': ['## Ours', 'The library of the town.'],
  Dockerfile: ['# Ours: built each night.'],
};

export function editByHand(service: string): void {
  for (const [path, edit] of Object.entries(handEdits)) {
    const place = join(service, path);
    writeFileSync(place, edit(readFileSync(place, 'utf8')));
  }
}

/** The lines that are no longer there, by file. */
export function lostLines(service: string): string[] {
  return Object.entries(handWritten).flatMap(([path, lines]) => {
    const text = readFileSync(join(service, path), 'utf8');
    return lines.filter((line) => !text.includes(line)).map((line) => `${path}: ${line}`);
  });
}
