import { chromium, type Page } from 'playwright-core';
import type { RunningService } from '../demo/start-service.ts';

interface Picture {
  readonly name: string;
  readonly image: Buffer;
}

/** Of a picture, in pixels. */
const width = 1000;

const tickets = [
  { subject: 'The invoice has the wrong address', priority: 'high', due: '2026-04-02' },
  { subject: 'How do I add a colleague?', due: '2026-04-09' },
  { subject: 'Export stops after 100 lines', priority: 'high' },
  { subject: 'A typo on the page of prices', priority: 'low' },
];

/** Makes some tickets, and pictures of the pages that a person sees of them. */
export async function browserPictures({ address, key }: RunningService): Promise<Picture[]> {
  const first = await fill(address, key);
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    await page.goto(new URL('/sign-in', address).href);
    await page.locator('input[type="password"]').fill(key);
    await page.locator('input[type="password"]').press('Enter');
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    return [
      await pictureOf(page, '6-docs', new URL('/docs', address), 720, '.opblock'),
      await pictureOf(page, '7-tickets', new URL('/v1/tickets', address), 420),
      await pictureOf(page, '8-ticket', new URL(first, address), 650),
    ];
  } finally {
    await browser.close();
  }
}

/** A picture of a page, once a part of it is there. */
async function pictureOf(
  page: Page,
  name: string,
  url: URL,
  height: number,
  part = 'h1',
): Promise<Picture> {
  await page.setViewportSize({ width, height });
  await page.goto(url.href, { waitUntil: 'load' });
  await page.locator(part).first().waitFor();
  return { name, image: await page.screenshot() };
}

/** Returns the path of the first ticket, which is assigned and has a comment. */
async function fill(address: string, key: string): Promise<string> {
  const post = async (path: string, body: object = {}): Promise<string> => {
    const response = await fetch(new URL(path, address), {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.headers.get('location') ?? '';
  };
  const paths: string[] = [];
  for (const ticket of tickets)
    paths.push(new URL(await post('/v1/tickets', ticket), address).pathname);
  const [first = ''] = paths;
  await post(`${first}/assign`);
  await post(`${first}/comments`, { text: 'Sent a new invoice.' });
  return first;
}
