import type { ResolvedField } from '../../specification/index.ts';
import { gridOf, onWire } from './grid.ts';

/** Longer ones make bodies long and say nothing new. */
const longest = 1000;

/** Values at the bounds of a field, as far as it has bounds; some may be out of others of its constraints. */
export function* edgesOf(field: ResolvedField): Generator {
  switch (field.type) {
    case 'string':
    case 'text':
      if (field.pattern !== undefined || ('format' in field && field.format !== undefined)) return;
      yield 'x'.repeat(field.minLength);
      // Bounds count code points, of which this one takes two units in UTF-16 and four bytes in UTF-8.
      if (field.maxLength <= longest / 4) yield '\u{1F600}'.repeat(field.maxLength);
      else if (field.maxLength <= longest) yield 'x'.repeat(field.maxLength);
      return;
    case 'integer':
    case 'number':
    case 'long':
    case 'decimal': {
      const grid = gridOf(field);
      if (grid !== undefined) {
        yield onWire(field, grid.least);
        yield onWire(field, grid.most);
      }
      yield field.minimum;
      yield field.maximum;
      return;
    }
    case 'date':
      yield '2024-02-29';
      return;
    case 'time':
      yield '00:00:00';
      yield '23:59:59';
      return;
    case 'binary':
      yield '';
      if (field.maxLength <= longest) yield Buffer.alloc(field.maxLength, 1).toString('base64');
      return;
    case 'array':
      yield [];
      return;
    case 'json':
      // Two characters are the quotes.
      if (field.maxLength >= 2 && field.maxLength <= longest) yield 'x'.repeat(field.maxLength - 2);
      return;
    default:
  }
}
