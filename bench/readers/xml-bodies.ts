import { around, fill, nested, series, type Make } from './attack.ts';

const xmlOf = (inner: Make) => around('<thing>', '</thing>', inner);
const noteOf = (inner: Make) => around('<thing><note>', '</note></thing>', inner);
const freeOf = (inner: Make) => around('<thing><free>', '</free></thing>', inner);
/** XML for a thing, by what is hard about it. */
export const xml: Readonly<Record<string, Make>> = {
  'line breaks of two characters': noteOf((size) => fill('\r\n', size)),
  'carriage returns': noteOf((size) => fill('\r', size)),
  'line breaks in a CDATA section': noteOf(
    around('<![CDATA[', ']]>', (size) => fill('\r\n', size)),
  ),
  'line breaks in a comment': noteOf(around('<!--', '-->', (size) => fill('\r\n', size))),
  'line breaks in an instruction': noteOf(around('<?a a', '?>', (size) => fill('\r\n', size))),
  'line breaks in an attribute': around('<thing a="', '"/>', (size) => fill('\r\n', size)),
  'line breaks between elements': xmlOf((size) => fill('<a/>\r\n', size)),
  'line breaks before the root': (size) => `${fill('\r\n', size - 8)}<thing/>`,
  'empty comments': noteOf((size) => fill('<!---->', size)),
  'comments between texts': noteOf((size) => fill('a<!---->', size)),
  'empty instructions': noteOf((size) => fill('<?a?>', size)),
  'empty CDATA sections': noteOf((size) => fill('<![CDATA[]]>', size)),
  'CDATA sections of a letter': noteOf((size) => fill('<![CDATA[a]]>', size)),
  references: noteOf((size) => fill('&lt;', size)),
  'references between texts': noteOf((size) => fill('a&lt;', size)),
  'numeric references': noteOf((size) => fill('&#65;', size)),
  'one long numeric reference': noteOf(around('&#', ';', (size) => fill('0', size))),
  'one long named reference': noteOf(around('&', ';', (size) => fill('a', size))),
  'elements left open': (size) => fill('<a>', size),
  'elements in each other': nested('<thing>', '', '</thing>'),
  'elements in each other, with texts': nested('<thing>x', '', '</thing>'),
  'a thousand levels around a text': (size) =>
    nested('<thing>x', fill('x', size - 17_000), '</thing>')(size),
  'elements in a free member': freeOf(nested('<a>', '1', '</a>')),
  'a thousand levels in a free member': freeOf((size) =>
    nested('<a>1', fill('1', size - 8000), '</a>')(size),
  ),
  'JSON in each other in a free member': freeOf(nested('[', '', ']')),
  'many attributes': around('<thing', '/>', (size) =>
    series(size, '', (at) => ` a${String(at)}=""`),
  ),
  'one attribute again and again': around('<thing', '/>', (size) => fill(' a=""', size)),
  'references in an attribute': around('<thing a="', '"/>', (size) => fill('&lt;', size)),
  'names of an attribute and nothing': around('<thing ', '', (size) => fill('a ', size)),
  'other elements': xmlOf((size) => series(size, '', (at) => `<a${String(at)}/>`)),
  'one element again and again': xmlOf((size) => fill('<note/>', size)),
  'items of a list': around('<thing><tags>', '</tags></thing>', (size) => fill('<item/>', size)),
  'items of a large list': around('<thing><marks>', '</marks></thing>', (size) =>
    fill('<item>1</item>', size),
  ),
  'one long name': around('<', '/>', (size) => fill('a', size)),
  'characters of four bytes': noteOf((size) => fill('\u{1F600}', size)),
  'characters of four bytes and references': noteOf((size) => fill('\u{1F600}&lt;', size)),
  'closing brackets': noteOf((size) => fill(']]', size)),
  'closing brackets of CDATA': noteOf((size) => fill(']]&gt;', size)),
  'comments left open': noteOf((size) => fill('<!-', size)),
  'a comment left open': noteOf((size) => `<!--${fill('a', size - 4)}`),
  'hyphens in a comment': noteOf(around('<!--', '-->', (size) => fill('- ', size))),
  'a document type': around('<!DOCTYPE thing [', ']><thing/>', (size) =>
    fill('<!ENTITY a "b">', size),
  ),
  'a document type left open': (size) => `<!DOCTYPE thing [${fill('<!ENTITY a "b">', size - 17)}`,
  blanks: (size) => `${fill(' ', size - 8)}<thing/>`,
  'blanks in a tag': around('<thing', '/>', (size) => fill(' ', size)),
  'a mistake at the end of a long line': (size) => `<thing><note>${fill('a', size - 20)}</note>`,
  'a character that is none': noteOf(around('', '\u0001', (size) => fill('\u{1F600}', size))),
};
