import type { RunningService } from './start-service.ts';

/** Sends real requests to the order desk and prints what comes back. */
export async function tour({ address, key }: RunningService): Promise<void> {
  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => request(address, method, path, body, { 'x-api-key': key, ...headers });

  title('The home document');
  await request(address, 'GET', '/', undefined, {});

  title('No request gets in without a key');
  await request(address, 'GET', '/v1/orders', undefined, {});

  const stream = await follow(address, key);

  title('An order is placed');
  const order = {
    reference: 'AC-000001',
    tenantId: 'north',
    customerEmail: 'ada@example.com',
    total: '25.5',
    tags: ['gift'],
  };
  const { location } = await send('POST', '/v1/orders', order);

  title('A reference cannot be taken twice');
  await send('POST', '/v1/orders', order);

  title('An answer names every mistake at once, with its place');
  await send('POST', '/v1/orders', {
    reference: '17',
    customerEmail: 'ada',
    total: -1,
    colour: 'red',
  });

  title('An item is added to the order');
  await send('POST', `${location}/items`, { sku: 'TEA-250', quantity: 2, unitPrice: '12.50' });

  title('The order is changed by a merge patch');
  await send('PATCH', location, { note: 'Leave it at the gate.', tags: null });

  title('An order is handed in once it says where to send it, and one cannot skip a state');
  await send('POST', `${location}/submit`);
  await send('PATCH', location, { shipTo: { city: 'London' } });
  await send('POST', `${location}/submit`);
  await send('POST', `${location}/submit`);

  title('It is shipped, and its history tells how it came there');
  await send('POST', `${location}/ship`, { tracking: 'https://carrier.example/parcels/4711' });
  await send('GET', `${location}/transitions?sort=at`);

  title('Each client that follows the events has received them');
  process.stdout.write('GET /v1/events\n');
  for (const event of await stream.first(3)) process.stdout.write(indented(event, '< '));

  title('Orders are listed, filtered and sorted');
  await send('GET', '/v1/orders?total[gte]=20&currency=EUR&sort=total,desc&size=5');

  title('The answer to a wrong method names the right ones');
  await send('DELETE', '/v1/orders');

  title('The order is deleted, and its items with it');
  await send('DELETE', location);
  await send('GET', `${location}/items`);
}

/** Opens the stream of events; what comes is kept until somebody asks for it. */
async function follow(address: string, key: string) {
  const response = await fetch(`${address}/v1/events`, { headers: { 'x-api-key': key } });
  const { body } = response;
  if (!response.ok || body === null) throw new Error(`no stream: ${String(response.status)}`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async first(count: number): Promise<unknown[]> {
      const dataIn = (text: string) =>
        [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => data);
      let text = '';
      while (dataIn(text).length < count) {
        const { done, value } = await reader.read();
        if (done) throw new Error('the stream has ended');
        text += value;
      }
      await reader.cancel();
      return dataIn(text).map((data = '') => JSON.parse(data) as unknown);
    },
  };
}

function title(text: string): void {
  process.stdout.write(`\n── ${text}\n`);
}

async function request(
  address: string,
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<{ location: string }> {
  process.stdout.write(`${method} ${path}\n`);
  if (body !== undefined) process.stdout.write(indented(body, '> '));
  const response = await fetch(address + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const allow = response.headers.get('allow');
  process.stdout.write(
    `< ${String(response.status)}${allow === null ? '' : `  Allow: ${allow}`}\n`,
  );
  if (text !== '') process.stdout.write(indented(JSON.parse(text), '< '));
  return { location: response.headers.get('location') ?? '' };
}

function indented(value: unknown, mark: string): string {
  return JSON.stringify(value, null, 2).replaceAll(/^/gm, mark).concat('\n');
}
