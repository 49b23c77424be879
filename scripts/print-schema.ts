/**
 * A JSON Schema as text: each key that a schema describes has a line, and so has each schema that holds no other. The keywords of one that
 * does are on one line where they are beside each other.
 */
export function printSchema(schema: Readonly<Record<string, unknown>>): string {
  return `${print(schema, '')}\n`;
}

function print(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || isLeaf(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((each) => inner + print(each, inner)).join(',\n')}\n${indent}]`;
  }
  const lines: { text: string; isPlain: boolean }[] = [];
  for (const [key, each] of Object.entries(value)) {
    const text = `${JSON.stringify(key)}: ${print(each, inner)}`;
    const last = lines.at(-1);
    const isPlain = !holdsSchema(each);
    if (isPlain && last?.isPlain === true) last.text += `, ${text}`;
    else lines.push({ text, isPlain });
  }
  return `{\n${lines.map(({ text }) => inner + text).join(',\n')}\n${indent}}`;
}

function isLeaf(value: object): boolean {
  return Object.values(value).every((each) => !holdsSchema(each));
}

/** Not so for text, numbers, and lists of these. */
function holdsSchema(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSchema);
  return typeof value === 'object' && value !== null;
}
