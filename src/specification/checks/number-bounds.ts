import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { resolveField } from '../resolve/field.ts';
import type { ResolvedDecimal, ResolvedField, ResolvedLong, ResolvedNumber } from '../resolved.ts';
import { validateDecimalBound, validateLongBound } from '../values/numbers.ts';
import { exactly, isEmptyRange } from '../values/ranges.ts';
import { defaults } from '../schema/defaults.ts';
import type { Site } from './sites.ts';
import type { Typed } from './check-context.ts';

type Numeric = Extract<Typed, { type: 'integer' | 'number' | 'long' | 'decimal' }>;

const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
] as const;

/** Bounds of a number are numbers of its type, say one thing each and leave some value between them. */
export function numberBounds({ path, field }: Site): Issue[] {
  if (!isNumeric(field)) return [];
  const single = [
    ...enumIssues(field, path),
    ...boundIssues(field, path),
    ...stepIssues(field, path),
    ...twiceIssues(field, path),
  ];
  if (single.length > 0 || decimalBounds({ path, field, objects: 0 }).length > 0) return single;
  return emptyIssues(field, path);
}

/** No more digits after the point than there are in all. */
export function decimalBounds({ path, field }: Site): Issue[] {
  if (field.type !== 'decimal') return [];
  const { precision = defaults.precision, scale } = field;
  if (scale === undefined || scale <= precision) return [];
  const message = `scale ${scale} is above precision ${precision}, which counts all digits`;
  return [atValue([...path, 'scale'], { code: 'empty-range', message })];
}

/** The values of an integer say all that bounds would. */
function enumIssues(field: Numeric, path: Path): Issue[] {
  if (field.type !== 'integer' || field.enum === undefined) return [];
  const twice = bounds
    .filter((key) => field[key] !== undefined)
    .map((key) => {
      const message = `"${key}" and "enum" both say which numbers there are; leave one of them out`;
      return atKey([...path, key], { code: 'contradiction', message });
    });
  const unsafe = [...field.enum.entries()]
    .filter(([, value]) => !Number.isSafeInteger(value))
    .map(([position, value]) => {
      const message = `${value} exceeds ±9007199254740991; use the type long with bounds`;
      return atValue([...path, 'enum', position], { code: 'bound', message });
    });
  return [...twice, ...unsafe];
}

function isNumeric(field: Typed): field is Numeric {
  return ['integer', 'number', 'long', 'decimal'].includes(field.type);
}

function boundIssues(field: Numeric, path: Path): Issue[] {
  return bounds.flatMap((key) => {
    const value = field[key];
    const complaint = value === undefined ? undefined : validateBound(field, value);
    return complaint === undefined
      ? []
      : [atValue([...path, key], { code: 'bound', message: complaint })];
  });
}

function validateBound(field: Numeric, value: string | number): string | undefined {
  switch (field.type) {
    case 'number':
      return undefined;
    case 'integer':
      return Number.isSafeInteger(value)
        ? undefined
        : `${value} exceeds ±9007199254740991; use the type long`;
    case 'long':
      return validateLongBound(value);
    case 'decimal': {
      const { precision = defaults.precision, scale = Math.min(defaults.scale, precision) } = field;
      return scale > precision ? undefined : validateDecimalBound({ precision, scale }, value);
    }
  }
}

function stepIssues(field: Numeric, path: Path): Issue[] {
  const step = field.multipleOf === undefined ? undefined : exactly(field.multipleOf);
  if (step === undefined || step.digits > 0n) return [];
  const message = `multipleOf ${field.multipleOf} is not greater than zero`;
  return [atValue([...path, 'multipleOf'], { code: 'bound', message })];
}

function twiceIssues(field: Numeric, path: Path): Issue[] {
  const pairs = [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const;
  return pairs
    .filter(
      ([inclusive, exclusive]) => field[inclusive] !== undefined && field[exclusive] !== undefined,
    )
    .map(([inclusive, exclusive]) => {
      const message = `"${inclusive}" and "${exclusive}" both bound the same side; leave one of them out`;
      return atKey([...path, exclusive], { code: 'contradiction', message });
    });
}

function emptyIssues(field: Numeric, path: Path): Issue[] {
  const range = resolveField(field);
  if (!isNumericRange(range) || !isEmptyRange(range, scaleOf(range))) return [];
  const key = bounds.find((bound) => field[bound] !== undefined) ?? 'type';
  const message = 'no number lies within these bounds';
  return [atValue([...path, key], { code: 'empty-range', message })];
}

export type NumericRange = ResolvedNumber | ResolvedLong | ResolvedDecimal;

export function isNumericRange(field: ResolvedField): field is NumericRange {
  return ['integer', 'number', 'long', 'decimal'].includes(field.type);
}

/** Digits after the point that a value may have; undefined where any number of them may be. */
export function scaleOf(field: NumericRange): number | undefined {
  if (field.type === 'number') return undefined;
  return field.type === 'decimal' ? field.scale : 0;
}
