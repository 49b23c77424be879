import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '../src/specification/plain.ts';
import { definitions, specificationSchema } from '../src/specification/schema.ts';
import { markdownTable } from './markdown-table.ts';
import { answersSection } from './reference-answers.ts';
import { titleOf } from '../src/specification/names/casing.ts';

const place = new URL('../docs/reference.md', import.meta.url);
type Schema = Readonly<Record<string, unknown>>;

/** Where a reference to a shared part of the schema leads on the page. */
const links: Readonly<Record<string, string>> = {
  field: '[a field](#fields)',
  member: '[a member of an object](#fields), written as a field',
  item: '[an item of a list](#fields), written as a field',
  input: '[an input](#fields), written as a field',
};

const titles = ['Key', 'Value', 'Default', 'What it is for'];

const introduction = [
  '# Reference of service.yaml',
  `Every key, by the nine parts, with the value that holds where it is left out. \`NAME\` stands for a name that you choose, \`[]\` for each entry of a
list. \`resource-service explain KEY\` shows the same for one key of your service, and where its value comes from. The page is made of the schema in
\`src/specification/schema\`: \`npm run reference-page\`. The last section is about [answers to questions](#answers-to-questions) on the command line.`,
];

/** The page of all keys: `docs/reference.md`, made of the schema that the validator has. */
export function referencePage(): string {
  const sections = Object.entries(specificationSchema.properties).flatMap(([part, schema]) => [
    `## ${titleOf(part)}`,
    textOf(schema),
    markdownTable(titles, rowsBelow(schema, part, new Set())),
  ]);
  return `${[...introduction, ...sections, ...fields(), ...answersSection()].join('\n\n')}\n`;
}

function rowsBelow(schema: unknown, path: string, seen: ReadonlySet<unknown>): string[][] {
  return childrenOf(schema, path).flatMap(([key, child]) => rowsAt(child, key, seen));
}

function rowsAt(schema: unknown, path: string, seen: ReadonlySet<unknown>): string[][] {
  if (!isMapping(schema)) return [];
  const row = [`\`${path}\``, valueOf(schema), defaultOf(schema), textOf(schema)];
  if (seen.has(schema) || referenceIn(schema) !== undefined) return [row];
  return [row, ...rowsBelow(schema, path, new Set([...seen, schema]))];
}

/** What stands below a key: named keys, names of the author, entries of a list. */
function childrenOf(schema: unknown, path: string): [string, unknown][] {
  if (!isMapping(schema)) return [];
  const { properties, additionalProperties, items } = schema;
  const named = isMapping(properties) ? Object.entries(properties) : [];
  const choices = alternativesOf(schema).flatMap((each) => childrenOf(each, path));
  const all = [
    ...named.map(([key, child]): [string, unknown] => [`${path}.${key}`, child]),
    ...(isMapping(additionalProperties)
      ? [[`${path}.NAME`, additionalProperties] as [string, unknown]]
      : []),
    ...(isMapping(items) && hasChildren(items) ? [[`${path}[]`, items] as [string, unknown]] : []),
    ...choices,
  ];
  return [...new Map(all.toReversed()).entries()].toReversed();
}

function hasChildren(schema: Schema): boolean {
  return referenceIn(schema) !== undefined || childrenOf(schema, '').length > 0;
}

function alternativesOf({ anyOf, oneOf }: Schema): readonly unknown[] {
  return Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
}

function referenceIn({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : undefined;
}

function valueOf(schema: Schema): string {
  const reference = referenceIn(schema);
  if (reference !== undefined) return links[reference] ?? reference;
  if ('const' in schema) return code(schema['const']);
  const values: unknown = schema['enum'];
  if (Array.isArray(values)) return values.map(code).join(', ');
  const choices = alternativesOf(schema).filter(isMapping).map(valueOf);
  if (choices.length > 0) return [...new Set(choices)].join(' or ');
  const { type, items } = schema;
  if (type === 'array' && isMapping(items)) return `list of ${valueOf(items)}`;
  if (type === 'object') return 'mapping';
  return `${[type].flat().join(' or ')}${rangeOf(schema)}`;
}

function rangeOf({ minimum, maximum, maxLength }: Schema): string {
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return `, ${minimum} to ${maximum}`;
  return typeof maxLength === 'number' ? `, up to ${maxLength} characters` : '';
}

function defaultOf(schema: Schema): string {
  const { default: value } = schema;
  return value === undefined ? '' : code(value);
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function textOf(schema: unknown): string {
  const description = isMapping(schema) ? schema['description'] : undefined;
  return typeof description === 'string' ? description.replaceAll('<', '&lt;') : '';
}

/** The types of a field, and the keys that each of them has. */
function fields(): string[] {
  const types = alternativesOf({ ...definitions.field }).filter(isMapping);
  const rows = types.map((type) => {
    const { type: name, ...keys } = propertiesOf(type);
    return { name, keys: Object.entries(keys).map(([key, child]) => keyRow(key, child)) };
  });
  const everywhere = (rows[0]?.keys ?? []).filter((row) =>
    rows.every(({ keys }) => keys.some((each) => isDeepStrictEqual(each, row))),
  );
  const isCommon = (row: readonly string[]) =>
    everywhere.some((each) => isDeepStrictEqual(each, row));
  const own = rows.flatMap(({ name, keys }) => {
    const others = keys.filter((row) => !isCommon(row));
    return [
      `### ${isMapping(name) ? String(name['const'] ?? '') : ''}`,
      textOf(name),
      ...(others.length === 0 ? [] : [markdownTable(titles, others)]),
    ];
  });
  return [
    '## Fields',
    'What stands in `resources.NAME.fields.NAME`. Every type has these keys, and some of its own:',
    markdownTable(titles, [
      ['`type`', types.map(typeName).join(', '), '', 'Decides which other keys there are.'],
      ...everywhere,
    ]),
    ...own,
  ];
}

function typeName(type: Schema): string {
  const { type: name } = propertiesOf(type);
  return isMapping(name) ? code(name['const']) : '';
}

function keyRow(key: string, schema: unknown): string[] {
  if (!isMapping(schema)) return [`\`${key}\``, '', '', ''];
  return [`\`${key}\``, valueOf(schema), defaultOf(schema), textOf(schema)];
}

function propertiesOf({ properties }: Schema): Readonly<Record<string, unknown>> {
  return isMapping(properties) ? properties : {};
}

if (import.meta.main) await writeFile(place, referencePage());
