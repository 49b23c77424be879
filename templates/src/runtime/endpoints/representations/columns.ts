import type { TSchema } from 'typebox';
import type { ResourceDescription } from '../resource-description.ts';

/** The members of a resource, as a table for people has them. */
export interface Columns {
  /** What people tell one resource from another by; `id` where nothing else does. */
  readonly title: string;
  /** Those that a row shows at once, besides the title. */
  readonly main: readonly string[];
  /** All others, which a row unfolds. */
  readonly folded: readonly string[];
}

/** Columns that fit a window. */
const most = 6;

/** Names that people give to what they call a thing by. */
const titleNames = ['title', 'name', 'label', 'subject', 'reference', 'code', 'number'];

/** What every resource has; a reader looks for its own members first. */
const bookkeeping: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'revision']);

const known = new WeakMap<ResourceDescription, Columns>();

/** Chosen once for each description: what readers may not see is in none of theirs. */
export function columnsOf(description: ResourceDescription): Columns {
  const found = known.get(description) ?? choose(description);
  known.set(description, found);
  return found;
}

function choose({ schemas, references = {} }: ResourceDescription): Columns {
  const { properties } = schemas.shown;
  const { required = [] } = schemas.shown as { readonly required?: readonly string[] };
  const names = Object.keys(properties).filter((name) => name !== 'id');
  const own = names.filter((name) => !bookkeeping.has(name));
  const naming = own.filter(
    (name) => isPlainText(properties[name]) && !Object.hasOwn(references, name),
  );
  const title =
    titleNames.flatMap((word) => naming.find((name) => name === word) ?? [])[0] ??
    titleNames.flatMap((word) => naming.find((name) => endsWith(name, word)) ?? [])[0] ??
    naming.find((name) => required.includes(name)) ??
    'id';
  const brief = own.filter(
    (name) => name !== title && !isNested(properties[name]) && !isLong(properties[name]),
  );
  const states = brief.filter((name) => isState(properties[name]));
  const main = [...states, ...brief.filter((name) => !states.includes(name))].slice(0, most);
  const shown = new Set([title, ...main]);
  return { title, main, folded: ['id', ...names].filter((name) => !shown.has(name)) };
}

/** `companyName` ends with `name`. */
function endsWith(name: string, word: string): boolean {
  return name.endsWith(word.charAt(0).toUpperCase() + word.slice(1));
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly readOnly?: boolean;
}

/** What the service sets, to one of a few values. */
function isState(schema: TSchema | undefined): boolean {
  const { enum: values, readOnly } = (schema ?? {}) as Schema;
  return values !== undefined && readOnly === true;
}

function isPlainText(schema: TSchema | undefined): boolean {
  const { type, format, enum: values } = (schema ?? {}) as Schema;
  return type === 'string' && format === undefined && values === undefined && !isLong(schema);
}

/** Texts of a few words; what is longer is read on the page of the resource. */
function isLong(schema: TSchema | undefined): boolean {
  const { maxLength = 0, format } = (schema ?? {}) as Schema;
  return maxLength > 300 && (format === undefined || format === 'byte');
}

function isNested(schema: TSchema | undefined): boolean {
  const { type } = (schema ?? {}) as Schema;
  return [type ?? []].flat().some((each) => each === 'object' || each === 'array');
}
