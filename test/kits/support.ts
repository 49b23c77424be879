import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kitsOf } from '../../src/kits/apply.ts';
import type { Kit } from '../../src/kits/index.ts';
import { readKit } from '../../src/kits/read.ts';
import { readSpecification, type Reading } from '../../src/specification/index.ts';

/** A kit that is right. */
export function kitFrom(text: string): Kit {
  const reading = readKit(text, 'kit.yaml');
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.kit;
}

/** Where the mistakes of a kit are, and what they say. */
export function mistakesOf(text: string): string[] {
  const reading = readKit(text, 'kit.yaml');
  assert.ok(!reading.ok, 'the kit was accepted');
  return reading.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

/** A specification with a resource, read with kits. */
export function readWith(kits: readonly string[], text = ''): Reading {
  const whole = `service: { name: desk }\nresources: { order: { fields: { name: { type: string } } } }\n${text}`;
  return readSpecification(whole, 'service.yaml', kitsOf(kits.map(kitFrom)));
}

export function refusals(reading: Reading): string[] {
  assert.ok(!reading.ok, 'the specification was accepted');
  return reading.mistakes.map(({ line, message }) => `${line}: ${message}`);
}

/** Writes a kit into a directory. */
export function writeKit(directory: string, text: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'kit.yaml'), text);
}
