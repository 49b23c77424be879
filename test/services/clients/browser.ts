import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Acme } from '../../support/acme.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const isMissing = !existsSync(executablePath);

const screens = [
  { language: 'en', width: 1280, colorScheme: 'light', orders: 'Orders', none: 'Not found' },
  { language: 'de', width: 390, colorScheme: 'dark', orders: 'Orders', none: 'Nicht gefunden' },
] as const;

/** Chromium, without a screen. */
export function browsers(started: () => Acme): void {
  if (isMissing && process.env['REQUIRE_SERVERS'] === '1') {
    throw new Error('chromium is not installed');
  }

  describe('a browser', { skip: isMissing && 'chromium is not installed' }, () => {
    let browser: Browser | undefined;
    let paths: { readonly order: string; readonly label: string };

    before(async () => {
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      paths = await longValues(started());
    });
    after(() => browser?.close());

    for (const { language, width, colorScheme, orders, none } of screens) {
      test(`shows every page in ${language}, ${String(width)} pixels wide, ${colorScheme}`, async () => {
        assert.ok(browser !== undefined);
        const { key, ...service } = started();
        // The name that problems lead to.
        const address = service.address.replace('127.0.0.1', 'localhost');
        const context = await browser.newContext({
          viewport: { width, height: 800 },
          colorScheme,
          extraHTTPHeaders: { 'X-API-Key': key, 'Accept-Language': language },
        });
        const page = await context.newPage();
        const faults = faultsOf(page, address);

        async function open(path: string, status = 200): Promise<void> {
          const response = await page.goto(new URL(path, address).href);
          assert.equal(response?.status(), status);
          assert.match(response.headers()['content-type'] ?? '', /^text\/html/);
          assert.ok('content-security-policy' in response.headers());
          const tooWide = 'document.documentElement.scrollWidth - window.innerWidth';
          assert.ok(Number(await page.evaluate(tooWide)) <= 0, `${path} is wider than the window`);
        }
        const heading = () => page.locator('h1').first().innerText();

        await open('/v1/orders');
        assert.equal(await heading(), orders);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        // Without the style sheet, which the policy names by its hash, it would be none.
        const overflow = "getComputedStyle(document.querySelector('.wide')).overflowX";
        assert.equal(await page.evaluate(overflow), 'auto');
        await page.locator('tbody a').first().click();
        assert.match(await heading(), /^Order [A-Z]{2}-\d{6}$/);

        await open(paths.order);
        assert.ok((await page.locator('dd').allInnerTexts()).includes('<script>alert(1)</script>'));
        await page.locator(`a[href="${paths.order}/items"]`).click();
        assert.equal(await page.locator('tbody tr').count(), 1);

        await open(paths.label);
        await page.locator(`a[href="${paths.order}"]`).click();
        assert.equal(new URL(page.url()).pathname, paths.order);

        await open('/v1/orders/01890000-0000-7000-8000-000000000000', 404);
        assert.equal(await heading(), none);
        await page.locator('dd a').click();
        assert.equal(await heading(), none);

        await open('/v1/orders?page=0', 400);
        assert.deepEqual(await page.locator('li code').allInnerTexts(), ['page']);

        await open('/docs');
        await page.locator('.opblock').first().waitFor();
        assert.ok((await page.locator('.opblock').count()) > 10);

        assert.deepEqual(faults, []);
        await context.close();
      });
    }
  });
}

/** Errors of the console, a violated policy among them, and requests to others. A list that grows. */
function faultsOf(page: Page, address: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    // It tells of every page with a status of 400 and above.
    const isPage = message.location().url === page.url() && /\b40[04]\b/.test(message.text());
    if (message.type() === 'error' && !isPage) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== address && protocol !== 'data:') faults.push(`a request to ${request.url()}`);
  });
  return faults;
}

/** Rows with every member, and values that have no place to break. */
async function longValues({ send, order }: Acme) {
  const { location, body } = await order({
    total: '1234567890.12',
    note: '<script>alert(1)</script>',
    accessCode: 'secret',
    dueAt: '2026-05-01T12:00:00Z',
    loyaltyNumber: '9007199254740993',
    tracking: `https://carrier.example/${'a'.repeat(400)}`,
    attributes: { key: ['value', { inner: 'x'.repeat(500) }] },
    tags: ['one', 'two'],
    shipTo: { street: 's'.repeat(120), city: 'London', country: 'GB' },
  });
  await send('POST', `${location}/items`, { sku: 'TEA', quantity: 12, unitPrice: '2.00' });
  const picture = Buffer.alloc(1500, 'x').toString('base64');
  const label = { order: body.id, carrier: 'dhl', weightInGrams: 870, picture };
  const labelled = await send('POST', '/v1/shipping-labels', label, { 'idempotency-key': '"b"' });
  return { order: location, label: labelled.location };
}
