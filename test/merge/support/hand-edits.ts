import * as fc from 'fast-check';

/** What a person does to a file. */
export interface HandEdit {
  readonly kind: Kind;
  /** Where, as a fraction of the places there are. */
  readonly at: number;
}

/** The file after some edits. */
export interface Edited {
  readonly text: string;
  /** Words that the person typed and left there; none of them is in any generated text. */
  readonly typed: readonly string[];
  /** Lines that the person took out; each was there once. */
  readonly removed: readonly string[];
}

type Deed = (text: string, at: number, word: string) => string;

const anyFile = {
  addLine: (text, at, word) =>
    insertLine(
      text,
      at,
      () => true,
      (indent) => `${indent}# ${word}`,
    ),
  removeLines: (text, at) => {
    const lines = text.split('\n');
    const index = Math.floor(at * lines.length);
    lines.splice(index, 1 + (index % 3));
    return lines.join('\n');
  },
  changeWord: (text, at, word) => replaceOne(text, at, /\b[a-z]{4,}\b/g, () => word),
  breakSyntax: (text, at, word) =>
    insertLine(
      text,
      at,
      () => true,
      () => `}}} ${word} ((`,
    ),
  windows: (text) => text.replaceAll(/\r?\n/g, '\r\n'),
} satisfies Record<string, Deed>;

const code = {
  addComment: (text, at, word) => insertLine(text, at, isCode, (indent) => `${indent}// ${word}`),
  trailingComment: (text, at, word) =>
    replaceOne(text, at, /[;,{](?=\n)/g, (end) => `${end} // ${word}`),
  addImport: (text, at, word) =>
    insertLine(
      text,
      at,
      (line) => line.startsWith('import '),
      () => `import { ${word} } from './${word}.ts';`,
    ),
  addDeclaration: (text, at, word) =>
    insertLine(
      text,
      at,
      (line) => line === '}',
      () => `\nexport const ${word} = 1;`,
    ),
  addProperty: (text, at, word) =>
    insertLine(
      text,
      at,
      (line) => /^ +\w+: .*,$/.test(line),
      (indent) => `${indent}${word}: 1,`,
    ),
  addElement: (text, at, word) => replaceOne(text, at, /'\](?=[,)])/g, () => `', '${word}']`),
  changeText: (text, at, word) => replaceOne(text, at, /'[^'\n]*'/g, () => `'${word}'`),
  removeProperty: (text, at) => replaceOne(text, at, /\n +\w+: [^\n{([]*,(?=\n)/g, () => ''),
  rename: (text, at, word) => {
    const names = [...text.matchAll(/\b(?:const|function) (\w+)/g)].map(([, name]) => name ?? '');
    const name = names[Math.floor(at * names.length)];
    return name === undefined ? text : text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), word);
  },
  moveDeclaration: (text, at) => {
    const blocks = text.split(/\n\n(?=\S)/);
    const moved = blocks.splice(Math.floor(at * blocks.length), 1);
    return `${[...blocks, ...moved].map((block) => block.trimEnd()).join('\n\n')}\n`;
  },
  moveProperty: (text, at) => {
    const lines = text.split('\n');
    const places = lines.flatMap((line, index) =>
      isProperty(line, lines[index + 1]) ? [index] : [],
    );
    const place = places[Math.floor(at * places.length)];
    if (place === undefined) return text;
    const [moved = ''] = lines.splice(place, 1);
    lines.splice(place + 1, 0, moved);
    return lines.join('\n');
  },
  tabs: (text) => text.replaceAll(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2)),
  doubleQuotes: (text) => text.replaceAll(/'([^'"\\\n]*)'/g, '"$1"'),
  wrap: (text) => text.replaceAll(/\{ (\w+: [^{}\n]*) \}/g, '{\n$1\n}'),
} satisfies Record<string, Deed>;

const deeds: Readonly<Record<string, Deed>> = { ...anyFile, ...code };
export type Kind = keyof typeof anyFile | keyof typeof code;

const anyFileKinds = Object.keys(anyFile) as Kind[];
const codeKinds = [...Object.keys(code), 'removeLines', 'breakSyntax', 'windows'] as Kind[];

/** Up to four edits of a TypeScript file, or of any other. */
export function handEdits(language: 'typescript' | 'other'): fc.Arbitrary<HandEdit[]> {
  const kinds = language === 'typescript' ? codeKinds : anyFileKinds;
  const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  return fc.array(fc.record({ kind: fc.constantFrom(...kinds), at }), {
    minLength: 1,
    maxLength: 4,
  });
}

/** Carries the edits out, one after the other. */
export function edit(text: string, edits: readonly HandEdit[]): Edited {
  let now = text;
  const words: string[] = [];
  for (const [index, { kind, at }] of edits.entries()) {
    const word = `typed${index}${kind}`;
    words.push(word);
    now = deeds[kind]?.(now, at, word) ?? now;
  }
  const lines = new Set(now.split(/\r?\n/).map((line) => line.trim()));
  const before = text.split('\n').map((line) => line.trim());
  const isReformatted = edits.some(({ kind }) => ['tabs', 'doubleQuotes', 'wrap'].includes(kind));
  return {
    text: now,
    typed: words.filter((word) => now.includes(word)),
    removed: isReformatted
      ? []
      : before.filter(
          (line, index) =>
            line !== '' &&
            before.indexOf(line) === index &&
            before.lastIndexOf(line) === index &&
            !lines.has(line),
        ),
  };
}

function insertLine(
  text: string,
  at: number,
  isPlace: (line: string) => boolean,
  line: (indent: string) => string,
): string {
  const lines = text.split('\n');
  const places = lines.flatMap((each, index) => (isPlace(each) ? [index] : []));
  const place = places[Math.floor(at * places.length)];
  if (place === undefined) return text;
  const [indent = ''] = /^\s*/.exec(lines[place] ?? '') ?? [];
  return [...lines.slice(0, place + 1), line(indent), ...lines.slice(place + 1)].join('\n');
}

function replaceOne(
  text: string,
  at: number,
  pattern: RegExp,
  replacement: (found: string) => string,
): string {
  const found = [...text.matchAll(pattern)];
  const match = found[Math.floor(at * found.length)];
  if (match === undefined) return text;
  const end = match.index + match[0].length;
  return text.slice(0, match.index) + replacement(match[0]) + text.slice(end);
}

/** Not within a text over several lines. */
function isCode(line: string): boolean {
  return /[;,{]$/.test(line);
}

function isProperty(line: string, following: string | undefined): boolean {
  const pattern = /^ +\w+: [^\n{([]*,$/;
  return pattern.test(line) && following !== undefined && pattern.test(following);
}
