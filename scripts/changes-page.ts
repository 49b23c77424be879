import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { documentParts } from '../src/evolution/compare/documents/index.ts';
import { parts, unseenRows, type Row, type Rows } from '../src/evolution/compare/index.ts';
import { markdownTable } from './markdown-table.ts';

const place = new URL('../docs/changes.md', import.meta.url);

const head = ['ID', 'Change', 'Request', 'Response', 'Class', 'Action', 'Older clients'];

/** The page that explains every kind of change: `docs/changes.md`, made of the rows that the comparison has. */
export async function changesPage(): Promise<string> {
  const section = (title: string, rows: Rows) => [
    `## ${title}`,
    table(
      head,
      Object.entries(rows)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, row]) => cellsOf(id, row)),
    ),
  ];
  const sections = parts.flatMap(({ title, rows, keys }) => [
    ...section(title, rows),
    ...hidden(keys),
  ]);
  const unseen = table(
    [...head, 'Not in service.yaml, because', 'In an OpenAPI document'],
    Object.entries(unseenRows)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, row]) => [...cellsOf(id, row), row.because, row.isInDocument ? 'yes' : 'no']),
  );
  const text = [
    ...introduction,
    ...sections,
    ...documents,
    ...documentParts.flatMap(({ title, rows }) => section(title, rows)),
    '## What no service.yaml shows',
    'Kinds of changes that other interfaces know. Two specifications cannot differ in them; some of them show in OpenAPI documents.',
    unseen,
  ].join('\n\n');
  const options = await resolveConfig(place);
  return format(text, { ...options, parser: 'markdown' });
}

const introduction = [
  '# Changes of a specification',
  `Every change of \`service.yaml\` or of an OpenAPI document has a row here. \`resource-service classify OLD NEW\` names the rows of all changes between two files, and a
generation compares with the released version in the same way. This page is made of the rows in \`src/evolution/compare\`: \`npm run changes-page\`.`,
  `- **Request** and **Response** say what a change means for what clients send and for what they are shown. A request may become looser and a
  response tighter; the other way round harms clients. A field that is both sent and shown takes the worse of the two.
- **Class** is the word of the interface conventions: non-breaking, edge case, breaking.
- **Action** is what a generation does about a released version. \`pass\`: nothing. \`review\`: it asks for an acknowledgement, and records it.
  \`version\`: it refuses, because the change belongs into a new version.
- **Older clients** says how a step between two versions keeps them as they are: automatic; with one declared value; with a function (hook); not at
  all (not-bridgeable). A row says what holds for most changes of its kind, and \`classify\` what holds for the change at hand: an event that goes
  where another comes may have another name now, and what follows from a state that goes is kept by naming the state that stands for it.`,
];

const documents = [
  '## OpenAPI documents',
  `Two OpenAPI documents, of version 3.0 or 3.1, are compared by the same rows wherever the change is of the same kind. Requests and responses are compared apart: a member
that clients only send has the rows of write-only fields, and a member that they are only shown has those of read-only ones. Many places may use the same schema: its changes are listed once for
requests and once for responses, at the first of these places. Paths are compared by the positions of their placeholders, servers by their addresses, alternatives of \`oneOf\` and \`anyOf\` by what each side takes, references by what they
lead to. There are no steps between documents, so the last column says how easily a server can keep older clients. The rows below are those that only documents have; those of the next
section say in their last column whether documents show them.`,
];

function cellsOf(id: string, row: Row): string[] {
  return [id, row.change, row.request, row.response, row.class, row.action, row.lens];
}

/** Keys that are no promise to clients. */
function hidden(keys: (typeof parts)[number]['keys']): string[] {
  const lines = Object.entries(keys).flatMap(([key, rows]) =>
    'notContract' in rows && rows.notContract !== 'a group of keys'
      ? [`- \`${key.replace(/\.\*\*$/, '')}\`: ${rows.notContract}`]
      : [],
  );
  return lines.length === 0 ? [] : ['Not part of the contract:', lines.join('\n')];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const arrows = (cell: string) => cell.replaceAll('<->', '↔').replaceAll('->', '→');
  return markdownTable(
    titles,
    rows.map((cells) => cells.map(arrows)),
  );
}

if (import.meta.main) await writeFile(place, await changesPage());
