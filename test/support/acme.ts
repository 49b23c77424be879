import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { generate, install, repository } from './generated.ts';

/** Generates the service that can show every rule of the interface, with its dependencies. */
export async function generateAcme(directory: string): Promise<void> {
  const file = join(repository, 'test', 'fixtures', 'acme', 'service.yaml');
  await generate(readFileSync(file, 'utf8'), directory);
  install(directory);
}

export interface Acme extends RunningService {
  /** Sends a request with the key, as JSON where it has a body, and demands a success. */
  send(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<AcmeAnswer>;
  /** Keeps an order that collides with no other. */
  order(members?: object): Promise<AcmeAnswer>;
}

export interface AcmeAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Address of what was created. */
  readonly location: string;
  readonly body: Record<string, unknown> & { readonly id: string };
}

export async function startAcme(
  directory: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<Acme> {
  const service = await startService(directory, undefined, environment);
  let orders = 0;

  const send: Acme['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, service.address), {
      method,
      headers: {
        'x-api-key': service.key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location') ?? '',
      body: text === '' ? { id: '' } : (JSON.parse(text) as AcmeAnswer['body']),
    };
  };

  return {
    ...service,
    send,
    order(members = {}) {
      orders += 1;
      const reference = newReference('OR', orders);
      const customerEmail = 'ada@example.com';
      return send('POST', '/v1/orders', { reference, customerEmail, total: '1.00', ...members });
    },
  };
}

/** As the specification has them: `AC-000017`. */
export function newReference(letters: string, number: number): string {
  return `${letters}-${String(number).padStart(6, '0')}`;
}
