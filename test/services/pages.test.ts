import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import {
  exampleText,
  expectSuccess,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const isMissing = !existsSync(executablePath);

/** Versions are named by a header, which the page has to send with every request. */
const headerNamed = `service: { name: notes, title: Note Keeper }
resources:
  note:
    fields: { title: { type: string, required: true, maxLength: 80 } }
endpoints:
  note: { idempotencyKey: required }
authentication: { mechanisms: [none] }
versioning:
  strategy: header
`;

if (isMissing && process.env['REQUIRE_SERVERS'] === '1')
  throw new Error('chromium is not installed');

describe('the pages, in a browser', { skip: isMissing && 'chromium is not installed' }, () => {
  const root = temporaryDirectory();
  let browser: Browser;
  let desk: Started;
  let notes: Started;

  before(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    desk = await start(join(root, 'desk'), exampleText('order-desk'), true);
    notes = await start(join(root, 'notes'), headerNamed, false);
  });
  after(async () => {
    await browser.close();
    await desk.service.stop();
    await notes.service.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** A window of its own, with nothing in it that a page would have to be trusted for. */
  async function opened({ address }: Started, options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      const isPage = message.location().url === page.url() && /\b4\d\d\b/.test(message.text());
      if (message.type() === 'error' && !isPage) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    const go = async (path: string) => (await page.goto(new URL(path, address).href))?.status();
    return { context, page, faults, go };
  }

  async function signIn(page: Page, key: string): Promise<void> {
    await page.locator('input[type="password"]').fill(key);
    await page.locator('main form button').click();
  }

  test('the documentation fills in what must be sent', async () => {
    const { context, page, faults, go } = await opened(notes);
    await go('/docs');
    assert.match(await page.title(), /Note Keeper/);
    await page.locator('#operations-Notes-createNote .opblock-summary-control').click();
    await page.locator('#operations-Notes-createNote .try-out__btn').click();
    const value = (name: string) =>
      page.locator(`tr[data-param-name="${name}"] input`).inputValue();
    assert.equal(await value('X-API-Version'), '1');
    assert.match(await value('Idempotency-Key'), /^".+"$/);
    for (let count = 0; count < 2; count += 1) {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.locator('#operations-Notes-createNote .execute').click(),
      ]);
      assert.equal(answer.status(), 201);
      assert.equal(answer.headers()['idempotency-replayed'], undefined);
    }
    assert.deepEqual(faults, []);
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the documentation is ${colorScheme} where the pages are, and leads back to them`, async () => {
      const { context, page, faults, go } = await opened(notes, { colorScheme });
      const background = () =>
        page.evaluate('getComputedStyle(document.querySelector(".swagger-ui .opblock-tag")).color');
      await go('/docs');
      await page.locator('.opblock').first().waitFor();
      const [red = 0] = /\d+/.exec(String(await background())) ?? [];
      assert.equal(Number(red) > 128, colorScheme === 'dark', String(red));
      await page.locator('header a').first().click();
      assert.equal(await page.locator('h1').innerText(), 'Note Keeper');
      await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
      assert.deepEqual(faults, []);
      await context.close();
    });
  }

  test('a person with a key signs in, reads, acts and signs out', async () => {
    const { context, page, faults, go } = await opened(desk);
    assert.equal(await go('/v1/orders'), 401);
    await page.locator('main a', { hasText: 'Sign in' }).click();
    await signIn(page, desk.key);
    assert.equal(new URL(page.url()).pathname, '/v1/orders');

    // What tells the orders apart, and not their identifiers.
    await page.locator('tbody a', { hasText: 'AC-000017' }).click();
    assert.equal(await page.locator('h1').innerText(), 'Order AC-000017');
    assert.equal(await page.locator('dd details[open]').count(), 0);

    await page.locator('form button', { hasText: 'Submit' }).click();
    assert.equal(await status(page), 'submitted');
    const tracking = page.locator('form input[name="tracking"]');
    await page.locator('form button', { hasText: 'Ship' }).click();
    assert.equal(await status(page), 'submitted', 'the browser asks for what is required');
    await tracking.fill('https://carrier.example/4711');
    await page.locator('form button', { hasText: 'Ship' }).click();
    assert.equal(await status(page), 'shipped');
    assert.equal(await page.locator('form button').count(), 1, 'nothing is left but to sign out');

    assert.equal(await cookies(context), 1);
    await page.locator('header button', { hasText: 'Sign out' }).click();
    assert.equal(await page.locator('h1').innerText(), 'Order Desk');
    assert.equal(await cookies(context), 0);
    assert.equal(await go('/v1/orders'), 401);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a form of another site does nothing', async () => {
    const { context, page, go } = await opened(desk);
    await go('/sign-in');
    await signIn(page, desk.key);
    await go('/v1/orders');
    await page.locator('tbody a').first().click();
    const order = page.url();
    const before = await status(page);
    // Another site: the same machine by another name.
    await page.goto(
      `data:text/html,${encodeURIComponent(`<form method="post" action="${order}/cancel"><button>x</button></form>`)}`,
    );
    await page.locator('button').click();
    await page.waitForLoadState();
    assert.ok([401, 403].includes(Number(await page.locator('dd').first().innerText())));
    await go(new URL(order).pathname);
    assert.equal(await status(page), before);
    await context.close();
  });

  test('every page fits its window, in both languages and colours', async () => {
    for (const [language, width, colorScheme] of [
      ['en', 1280, 'light'],
      ['de', 390, 'dark'],
    ] as const) {
      const { context, page, faults, go } = await opened(desk, {
        colorScheme,
        viewport: { width, height: 800 },
        extraHTTPHeaders: { 'accept-language': language },
      });
      await go('/sign-in');
      await signIn(page, desk.key);
      for (const path of [
        '/',
        '/v1/orders',
        '/v1/shipping-labels',
        '/v1/nothing',
        '/problems/not-found',
      ]) {
        await go(path);
        const tooWide = 'document.documentElement.scrollWidth - window.innerWidth';
        assert.ok(Number(await page.evaluate(tooWide)) <= 0, path);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
      }
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
});

interface Started {
  readonly service: RunningService;
  readonly address: string;
  readonly key: string;
}

async function start(directory: string, text: string, isKeyed: boolean): Promise<Started> {
  await generate(text, directory);
  install(directory);
  const environment = { DATABASE_URL: `sqlite:${join(directory, 'data', 'pages.db')}` };
  expectSuccess(run(directory, 'npm', ['run', 'seed'], environment));
  const service = await startService(directory, undefined, environment);
  const address = service.address.replace('127.0.0.1', 'localhost');
  if (!isKeyed) return { service, address, key: '' };
  const args = ['make', 'ada', '--role', 'admin', '--claim', 'tenant=north'];
  const output = expectSuccess(run(directory, 'npm', ['run', 'key', '--', ...args], environment));
  return { service, address, key: /\w+_live_\w+/.exec(output)?.[0] ?? '' };
}

function status(page: Page): Promise<string> {
  return page.locator('dt[data-member="status"] + dd').innerText();
}

async function cookies(context: BrowserContext): Promise<number> {
  const all = await context.cookies();
  for (const cookie of all) assert.ok(cookie.httpOnly && cookie.sameSite !== 'None');
  return all.length;
}
