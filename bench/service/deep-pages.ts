import type { Comparison } from './comparison.ts';
import type { BuiltService } from './built-service.ts';
import { openRows } from './rows.ts';
import type { Seeded } from './seeded.ts';
import { startService, type Subject } from './subject.ts';
import { targets } from './targets.ts';

const rows = 100_000;
/** How many rows are in front of the page that is measured. */
const depth = 50_000;

/** A page in the middle of many rows, found by its cursor, to the first page of the same service. */
export async function deepPages(
  running: AsyncDisposableStack,
  built: BuiltService,
  { contract, rows: settings }: Subject,
  { copy }: Seeded,
  core: number | undefined,
): Promise<Comparison> {
  const database = copy('many');
  const stored = await openRows({ ...settings, database });
  for (let made = 0; made < rows; made += 1) {
    stored.create(JSON.parse(contract.create().body ?? '{}') as object);
  }
  stored.close();
  const service = running.use(await startService(built, `sqlite:${database}`, core));
  const first = contract.list();
  let path = `${first.path}?size=100`;
  for (let passed = 0; passed < depth; passed += 100) {
    path = await nextOf(service.address + path, first.headers);
  }
  const deep = path.replace('size=100', 'size=20');
  return {
    title: `GET 20 behind ${String(depth)} of ${String(rows)} rows, to the first 20`,
    leg: {
      server: service,
      exchange: () => ({
        ...first,
        path: deep,
        expected: { ...first.expected, body: (text) => text.includes('"items":[{') },
      }),
    },
    against: { server: service, exchange: () => ({ ...first, path: `${first.path}?size=20` }) },
    target: targets.deepPage,
  };
}

/** Path and query of the page that follows. */
async function nextOf(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  if (next === undefined) throw new Error(`${url} is the last page`);
  const { pathname, search } = new URL(next, url);
  return pathname + search;
}
