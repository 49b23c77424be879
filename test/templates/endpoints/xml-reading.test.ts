import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { readXml } from '../../../templates/src/runtime/endpoints/representations/xml-reading.ts';
import type { Limits } from '../../../templates/src/runtime/limits/limits.ts';

const limits: Limits = {
  body: 1_048_576,
  uri: 8192,
  headers: 32_768,
  depth: 32,
  requestTimeout: 1000,
  headersTimeout: 1000,
  keepAliveTimeout: 1000,
  concurrency: 1,
  clientConcurrency: 1,
  quotaFields: { draft: 'current', isLegacy: false },
};
const schema = Type.Object({ note: Type.Optional(Type.String()) });

/** @returns what a document says, and the milliseconds of the processor that reading it took */
function read(text: string): { readonly value: unknown; readonly cost: number } {
  const before = process.cpuUsage();
  const value = readXml(Buffer.from(text), limits, schema, 'thing');
  const { user, system } = process.cpuUsage(before);
  return { value, cost: (user + system) / 1000 };
}

for (const [name, lineBreak] of [
  ['two characters', '\r\n'],
  ['a carriage return', '\r'],
] as const) {
  test(`a body of line breaks that are ${name} costs what other bodies cost`, () => {
    const breaks = lineBreak.repeat(262_144 / lineBreak.length);
    for (const text of [
      breaks,
      `<![CDATA[${breaks}]]>`,
      `a<?x a${breaks}?>`,
      `a<!--${breaks}-->`,
    ]) {
      const { cost } = read(`<thing><note>${text}</note></thing>`);
      // Ten times what 256 KB may cost. It was 25 seconds.
      assert.ok(cost < 1280, `${String(cost)} ms of the processor`);
    }
    const { value } = read(`<thing><note>${breaks}</note></thing>`);
    assert.deepEqual(value, { note: '\n'.repeat(262_144 / lineBreak.length) });
  });
}
