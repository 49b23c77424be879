import type { Field } from '../../specification/index.ts';
import { shapeOf } from './shape.ts';
import { readToken } from './token.ts';
import { tokensOf } from './tokens.ts';

/** One of the things typed on a line of fields. */
export type Typed =
  /** Its form is right; whether the field may be so is for the specification to say. */
  | { readonly kind: 'field'; readonly token: string; readonly name: string; readonly field: Field }
  /** `-note`: the field goes away. */
  | { readonly kind: 'removal'; readonly token: string; readonly name: string }
  | { readonly kind: 'mistake'; readonly token: string; readonly problem: string };

/** Reads a line such as `reference:string!* total:decimal(12,2)! note:text? -oldField`. */
export function readFields(line: string): Typed[] {
  const typed = tokensOf(line).map(readTyped);
  return typed.map((each, index) => {
    const twice =
      each.kind !== 'mistake' &&
      typed.slice(0, index).some((other) => other.kind !== 'mistake' && other.name === each.name);
    return twice
      ? { kind: 'mistake', token: each.token, problem: 'the line has that name twice' }
      : each;
  });
}

function readTyped(text: string): Typed {
  if (/^-[^\s:]+$/.test(text)) return { kind: 'removal', token: text, name: text.slice(1) };
  const token = readToken(text);
  if (typeof token === 'string') return { kind: 'mistake', token: text, problem: token };
  const shape = shapeOf(token);
  if (typeof shape === 'string') return { kind: 'mistake', token: text, problem: shape };
  return { kind: 'field', token: text, name: token.name, field: shape as Field };
}
