import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { printSchema } from '../../scripts/print-schema.ts';
import { jsonSchema } from '../../src/specification/json-schema.ts';
import { temporaryDirectory } from '../support/generated.ts';

// What an editor proposes to somebody who writes service.yaml, by the language server that editors use.

interface Item {
  readonly label: string;
}

const directory = temporaryDirectory();
const program = fileURLToPath(import.meta.resolve('yaml-language-server/bin/yaml-language-server'));
const server = spawn(process.execPath, [program, '--stdio'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const waiting = new Map<number, (result: unknown) => void>();
let sent = 0;

before(async () => {
  mkdirSync(join(directory, '.resource-service'));
  const schema = join(directory, '.resource-service', 'service.schema.json');
  writeFileSync(schema, printSchema(jsonSchema()));
  readMessages();
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  send({ method: 'initialized', params: {} });
});
after(() => {
  server.kill();
  rmSync(directory, { recursive: true });
});

const fields = `service: { name: shop }
resources:
  order:
    fields:
      total:
`;

for (const [where, text, expected] of [
  ['at the top', '|', ['service', 'resources', 'endpoints', 'versioning']],
  ['of a field', `${fields}        |`, ['type', 'description', 'required', 'unique']],
  ['as the type of a field', `${fields}        type: |`, ['decimal', 'date-time', 'reference']],
  [
    'of a decimal',
    `${fields}        type: decimal\n        |`,
    ['scale', 'precision', 'minimum', 'multipleOf'],
  ],
  ['as the strategy', 'versioning:\n  strategy: |', ['uri-path', 'media-type', 'feature-flags']],
  ['of limits', 'limits:\n  default:\n    |', ['requests', 'per', 'burst']],
] as const) {
  test(`${where}, what can stand there is proposed`, async () => {
    const labels = await proposed(text);
    for (const label of expected)
      assert.ok(labels.includes(label), `${label} in ${String(labels)}`);
  });
}

test('a decimal is proposed no key of another type', async () => {
  const labels = await proposed(`${fields}        type: decimal\n        |`);
  assert.ok(!labels.includes('maxItems') && !labels.includes('values'), String(labels));
});

let opened = 0;

/** The labels that are proposed at the mark. */
async function proposed(marked: string): Promise<string[]> {
  opened += 1;
  const line = '# yaml-language-server: $schema=.resource-service/service.schema.json\n';
  const [start = '', end = ''] = (line + marked).split('|');
  const uri = pathToFileURL(join(directory, `service-${String(opened)}.yaml`)).href;
  const textDocument = { uri, languageId: 'yaml', version: 1, text: start + end };
  send({ method: 'textDocument/didOpen', params: { textDocument } });
  const lines = start.split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const found = await ask('textDocument/completion', { textDocument: { uri }, position });
  const items = Array.isArray(found) ? found : (found as { items: Item[] }).items;
  return (items as Item[]).map(({ label }) => label);
}

function ask(method: string, params: unknown): Promise<unknown> {
  sent += 1;
  const id = sent;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  send({ id, method, params });
  return answer;
}

function send(message: object): void {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  server.stdin.write(`Content-Length: ${String(Buffer.byteLength(text))}\r\n\r\n${text}`);
}

/** Language Server Protocol, base protocol: a header with the length, and JSON. */
function readMessages(): void {
  let rest = Buffer.alloc(0);
  server.stdout.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(String(rest.subarray(0, end)))?.[1]);
      if (end < 0 || rest.length < end + 4 + length) return;
      receive(JSON.parse(String(rest.subarray(end + 4, end + 4 + length))) as Message);
      rest = rest.subarray(end + 4 + length);
    }
  });
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
}

function receive({ id, method, params, result }: Message): void {
  if (id === undefined) return;
  if (method === undefined) {
    waiting.get(id)?.(result);
    waiting.delete(id);
    return;
  }
  // What the server asks: it gets no settings.
  const answer =
    method === 'workspace/configuration' ? (params?.items ?? []).map(() => null) : null;
  send({ id, result: answer });
}
