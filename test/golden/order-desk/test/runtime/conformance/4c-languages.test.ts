import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { catalogue, languages, limits } from '../../contract.ts';
import { wordsOf } from '../../../src/runtime/errors/problem-document.ts';
import { placesOf, type TestAnswer } from '../support/client.ts';
import {
  first,
  offering,
  prefix,
  startConforming,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { decoded } from '../support/html.ts';

const [standard = '', ...others] = languages.map(({ language }) => language);

const readable = offering('read');
const creatable = offering('create');

describe('part 4c, languages', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);
  const lost = (language: string, accept = 'application/json') =>
    send('GET', `${prefix}/nothing`, { headers: { 'accept-language': language, accept } });

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  test('C-084 a problem is in the language that the client asked for, with the same code', async () => {
    const answers: TestAnswer[] = [];
    for (const { language, problems } of languages) {
      const answer = await lost(language);
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get('content-language'), language);
      assert.match(answer.headers.get('vary') ?? '', /\bAccept-Language\b/);
      const { title, detail } = answer.body;
      const { title: expected, description } = problems['not-found'];
      assert.deepEqual([title, detail], [expected, description]);
      answers.push(answer);
    }
    for (const name of ['title', 'detail']) {
      assert.equal(new Set(answers.map(({ body }) => body[name])).size, languages.length, name);
    }
    for (const name of ['code', 'type', 'status']) {
      assert.equal(new Set(answers.map(({ body }) => body[name])).size, 1, name);
    }
  });

  test(
    'C-084 so is what is wrong with each value, at the same places',
    unless(creatable),
    async () => {
      const sample = first(creatable);
      const collection = await make.collection(sample);
      const wrong = sample.invalid.map(({ member, value }) => [member, value]);
      const body = { ...(await make.spare(sample)), ...Object.fromEntries(wrong), 'no-such': 1 };
      const answers: TestAnswer[] = [];
      for (const { language, violations } of languages) {
        const answer = await send('POST', collection, {
          body,
          headers: { 'accept-language': language },
        });
        assert.equal(answer.status, validationStatus);
        assert.equal(answer.headers.get('content-language'), language);
        const unknown = errorsOf(answer).find(({ at }) => at === '/no-such');
        assert.equal(unknown?.detail, violations.unknownMember);
        answers.push(answer);
      }
      const [one, ...more] = answers;
      assert.ok(one !== undefined);
      for (const other of more) {
        assert.deepEqual(placesOf(other), placesOf(one));
        assert.deepEqual(
          errorsOf(other).map(({ code }) => code),
          errorsOf(one).map(({ code }) => code),
        );
        for (const [index, { detail }] of errorsOf(other).entries()) {
          assert.notEqual(detail, errorsOf(one)[index]?.detail);
        }
      }
    },
  );

  test('C-084 a problem is in that language in every media type', unless(readable), async () => {
    const { path } = first(readable);
    const types =
      service.contract.operations.find((each) => each.path.startsWith(path))?.offers ?? [];
    for (const type of types) {
      for (const { language, problems } of languages) {
        const answer = await lost(language, type);
        assert.equal(answer.headers.get('content-language'), language, type);
        assert.ok(answer.text.includes(problems['not-found'].title), `${type} in ${language}`);
      }
    }
  });

  test('C-084 C-148 the page about each problem comes in each language', async () => {
    for (const type of catalogue.values()) {
      for (const texts of languages) {
        const headers = { 'accept-language': texts.language };
        const answer = await service.anonymous('GET', `/problems/${type.code}`, { headers });
        assert.equal(answer.headers.get('content-language'), texts.language);
        assert.ok(answer.text.includes(`<html lang="${texts.language}">`));
        const { title } = wordsOf(type, texts);
        assert.ok(decoded(answer.text).includes(title), title);
      }
    }
  });

  async function expect(header: string, language: string): Promise<void> {
    const answer = await lost(header);
    assert.equal(answer.status, 404, header);
    assert.equal(answer.headers.get('content-language'), language, header);
  }

  test('C-084 the language is looked up, and what is unknown gets the default', async () => {
    for (const other of [standard, ...others]) {
      await expect(other, other);
      await expect(other.toUpperCase(), other);
      await expect(`${other}-CH`, other);
      await expect(`${other}-Latn-CH-1996`, other);
      await expect(`${other}-x-private`, other);
      await expect(`xx, ${other};q=0.5`, other);
      await expect(`${standard};q=0.5, ${other}`, other);
      await expect(`xx-YY;q=1, ${other}-AT;q=0.9, *;q=0.1`, other);
      if (other === standard) continue;
      await expect(`${other};q=0`, standard);
      await expect(`${other};q=0.1, ${standard};q=0.2`, standard);
      await expect(`${other};q=x`, standard);
      await expect(`${other}x`, standard);
      await expect(`*, ${other};q=0.5`, standard);
    }
    for (const header of [
      '',
      '*',
      'xx',
      'xx-YY',
      ';;;',
      ',,',
      '-',
      '*-CH',
      '\u00e9',
      'a'.repeat(Math.min(2000, limits.headers / 4)),
    ]) {
      await expect(header, standard);
    }
    assert.equal(
      (await send('GET', `${prefix}/nothing`)).headers.get('content-language'),
      standard,
    );
  });

  test('C-084 C-087 Vary names it, whether or not it changed anything', async () => {
    for (const path of ['/health', '/', '/nothing']) {
      for (const headers of [{}, { 'accept-language': 'xx' }]) {
        const answer = await send('GET', path, { headers });
        assert.match(answer.headers.get('vary') ?? '', /\bAccept-Language\b/, path);
      }
    }
  });

  test('C-084 C-095 what is data is the same in every language', unless(readable), async () => {
    const sample = first(readable);
    const collection = await make.collection(sample);
    const path = `${collection}/${(await make.insert(sample, collection)).id}`;
    const answers = [];
    for (const { language } of languages) {
      const headers = { 'accept-language': language, accept: 'application/json' };
      answers.push(await send('GET', path, { headers }));
    }
    for (const { text, headers } of answers) {
      assert.equal(text, answers[0]?.text);
      assert.equal(headers.get('etag'), answers[0]?.headers.get('etag'));
      assert.equal(headers.get('content-language'), null);
    }
  });

  test(
    'C-084 C-095 each language of a page has its own words and its own tag',
    unless(readable),
    async (t) => {
      const sample = first(readable);
      const collection = await make.collection(sample);
      const path = `${collection}/${(await make.insert(sample, collection)).id}`;
      if (service.contract.find('GET', path)?.offers.includes('text/html') !== true) {
        t.skip('HTML is not among the representations');
        return;
      }
      const tags = new Map<string, string>();
      for (const { language, pages } of languages) {
        const headers = { 'accept-language': language, accept: 'text/html' };
        const { headers: received, text } = await send('GET', path, { headers });
        assert.equal(received.get('content-language'), language);
        assert.ok(text.includes(`<html lang="${language}">`) && text.includes(pages.documentation));
        tags.set(language, received.get('etag') ?? '');
      }
      assert.equal(new Set(tags.values()).size, languages.length);
      for (const [language, etag] of tags) {
        for (const { language: other } of languages) {
          const headers = { 'accept-language': other, accept: 'text/html', 'if-none-match': etag };
          const { status } = await send('GET', path, { headers });
          assert.equal(status, other === language ? 304 : 200);
        }
        if (!sample.methods.includes('update')) continue;
        const changed = await send('PATCH', path, { body: {}, headers: { 'if-match': etag } });
        assert.equal(changed.status, 200, 'whatever language it was read in');
      }
    },
  );

  test('C-084 every text is there in every language, and is another one', () => {
    const [one = new Map<string, string>(), ...more] = languages.map((texts) => wordsIn(texts));
    assert.ok(one.size > 100);
    for (const other of more) {
      assert.deepEqual([...other.keys()], [...one.keys()]);
      for (const [place, text] of other) {
        assert.notEqual(text.trim(), '', place);
        // Single words may be those of another language: Status.
        if (/\s/.test(text)) assert.notEqual(text, one.get(place), place);
      }
    }
  });
});

/** Every text by its place; of those that are made of values, with values that need no words. */
function wordsIn(texts: object, place = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(texts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, value]: [string, unknown]) => {
        const at = `${place}/${name}`;
        if (typeof value === 'string') return [[at, value] as const];
        if (typeof value === 'object' && value !== null) return [...wordsIn(value, at)];
        return typeof value === 'function' ? [[at, spoken(value)] as const] : [];
      }),
  );
}

function spoken(text: Parameters<typeof Reflect.apply>[0]): string {
  for (const values of [[['1', '2']], ['1', '2']]) {
    try {
      return String(Reflect.apply(text, undefined, values));
    } catch {
      // It takes one value instead of a list.
    }
  }
  return '';
}

function errorsOf({ body }: TestAnswer) {
  return body['errors'] as readonly {
    readonly at: string;
    readonly code: string;
    readonly detail: string;
  }[];
}
