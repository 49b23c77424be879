import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Members = Readonly<Record<string, unknown>>;

/** What the test support of a generated service gives, as far as it is used here. */
export interface EvolvedService {
  readonly address: string;
  readonly credential: Readonly<Record<string, string>>;
  readonly request: Client;
  now: Date;
  work(): Promise<void>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Members;
}

type Client = (
  method: string,
  path: string,
  request?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<Answer>;

export interface Stream {
  readonly events: readonly { readonly type: string; readonly data: string }[];
  until(condition: (stream: Stream) => boolean): Promise<void>;
  close(): void;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly { readonly event: Members }[];
  stop(): Promise<void>;
}

export async function load<Module>(directory: string, path: string): Promise<Module> {
  return (await import(pathToFileURL(join(directory, path)).href)) as Module;
}

export async function startEvolved(directory: string, now: string): Promise<EvolvedService> {
  process.env['TEST_DATABASE_URL'] ??= 'none';
  const { startService } = await load<{ startService(): Promise<EvolvedService> }>(
    directory,
    'test/runtime/support/service.ts',
  );
  const service = await startService();
  service.now = new Date(now);
  return service;
}

/** Where each version has its orders. */
export const collections: Readonly<Record<string, string>> = {
  1: '/purchases',
  2: '/orders',
  3: '/orders',
  4: '/orders',
};

/** An order as each version has it. */
export const bodies: Readonly<Record<string, (number: number) => Members>> = {
  1: (number) => ({
    reference: reference(number),
    customerName: 'Ada Lovelace',
    email: 'ada@example.com',
    total: 12.5,
    channel: 'web',
    street: '1 Analytical Way',
    city: 'London',
    giftText: 'With love',
    parcels: [{ code: 'P1', weight: 0.75 }],
  }),
  2: (number) => ({
    reference: reference(number),
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    total: '12.50',
    channel: 'web',
    urgency: 'high',
    street: '1 Analytical Way',
    city: 'London',
    gift: { message: 'With love' },
    parcels: [{ code: 'P1', weight: 0.75 }],
  }),
  3: (number) => ({
    reference: reference(number),
    firstName: 'Ada',
    lastName: 'Lovelace',
    customerEmail: 'ada@example.com',
    total: '12.50',
    currency: 'EUR',
    priority: 'high',
    street: '1 Analytical Way',
    city: 'London',
    gift: { message: 'With love' },
    parcels: [{ barcode: 'P1', weight: 0.75 }],
  }),
  4: (number) => ({
    reference: reference(number),
    firstName: 'Ada',
    lastName: 'Lovelace',
    customerEmail: 'ada@example.com',
    total: '12.50',
    currency: 'EUR',
    priority: 'high',
    address: '1 Analytical Way, London',
    gift: { message: 'With love' },
    note: null,
    dueAt: '2030-01-01T00:00:00.000Z',
    parcels: [{ barcode: 'P1', weight: '0.750' }],
  }),
};

function reference(number: number): string {
  return `OR-${String(number).padStart(6, '0')}`;
}

/** Without what every order has of its own, and what every change counts. */
export function told({
  id: _,
  reference: __,
  createdAt: ___,
  updatedAt: ____,
  revision: _____,
  ...others
}: Members): Members {
  return others;
}

export async function success(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent;
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

/** The order of these tests, as a version shows it. */
export function expectedAt(label: string): Members {
  const { reference: _, ...members } = bodies[label]?.(0) ?? {};
  const common = { status: label === '1' ? 'open' : 'draft' };
  const filled = { dueAt: '2030-01-01T00:00:00.000Z' };
  if (label === '1') return { ...members, ...common, ...filled, urgency: 'high', note: '' };
  return { ...members, ...common, ...filled, note: label === '4' ? null : '' };
}
