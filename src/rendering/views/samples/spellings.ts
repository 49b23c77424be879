import type { FieldModel } from '../../../model/model.ts';
import { canonicalOf } from '../../../model/samples/canonical.ts';
import { edgesOf } from '../../../model/samples/edges.ts';
import { samplesOf } from '../../../model/samples/sample.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { validateValue } from '../../../specification/values/value.ts';

/** A value as it may be sent, and as it is answered. */
export interface Spelling {
  readonly member: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

/** Other legal spellings of values of a field, that of its example among them. */
export function spellingsOf({ name, field }: FieldModel): Spelling[] {
  const values = [field.example, ...otherSpellings(field)].filter((value) => value !== undefined);
  return values.flatMap((sent) => {
    const shown = canonicalOf(field, sent);
    const isOther = shown !== sent && typeof sent !== 'object';
    return isOther && validateValue(field, sent) === undefined
      ? [{ member: name, sent, shown }]
      : [];
  });
}

/** Values at the bounds of a field. */
export function boundsOf({ name, field }: FieldModel): Spelling[] {
  const values = [...edgesOf(field)].filter(
    (value) => value !== undefined && validateValue(field, value) === undefined,
  );
  const shown = new Map(
    values.map((value) => {
      const own = canonicalOf(field, value);
      return [JSON.stringify(own), own] as const;
    }),
  );
  return [...shown.values()].map((value) => ({ member: name, sent: value, shown: value }));
}

function otherSpellings(field: ResolvedField): unknown[] {
  switch (field.type) {
    case 'date-time':
      return ['2026-06-01T00:30:00.5+02:00', '2026-06-01T00:30:00Z'];
    case 'duration':
      return ['PT90.50S', 'PT60M'];
    case 'uuid':
      return ['018F0000-0000-7000-8000-0000000000AB'];
    case 'decimal':
      // Without the zeros at its end, and without the point where nothing is left behind it.
      return samplesOf(field, 'value', 3)
        .map(String)
        .filter((text) => text.includes('.'))
        .map((text) => text.replace(/\.?0+$/, ''));
    default:
      return [];
  }
}
