import { randomUUID } from 'node:crypto';
import type { TObject, TSchema } from 'typebox';
import { html, type Html } from '../markup.ts';
import { memberInWords } from '../representations/words.ts';
import type { OfferedCustomOperation } from '../visitor.ts';
import { controlFor } from './form-fields.ts';
import { fields, hiddenField, tokenField } from './hidden-fields.ts';

/** What a POST to an address below a resource takes. */
export interface CustomOperationInput {
  readonly input: TObject;
  /** Whether it honours an Idempotency-Key. */
  readonly honoursKey: boolean;
}

/**
 * A button that sends a custom operation, with a field for each member of its input.
 *
 * @param ifMatch tag of the state that the page shows
 * @param token proves that a page of this service made the form for this session
 */
export function customOperationForm(
  { name, href }: Pick<OfferedCustomOperation, 'name' | 'href'>,
  { input, honoursKey }: CustomOperationInput,
  ifMatch: string,
  token: string,
): Html {
  const required = new Set((input as { readonly required?: readonly string[] }).required);
  // Who presses the button twice means it once.
  const key = honoursKey ? hiddenField(fields.idempotencyKey, `"${randomUUID()}"`) : '';
  return html`<form method="post" id="${name}" action="${href}">
      ${tokenField(token)}${hiddenField(fields.ifMatch, ifMatch)}${key}
      ${Object.entries(input.properties).map(([member, schema]) => field(member, schema, required.has(member)))}
      <button>${memberInWords(name)}</button>
    </form>`;
}

function field(name: string, schema: TSchema, isRequired: boolean): Html {
  const { description, default: initial } = schema as { description?: string; default?: unknown };
  return html`<label>${memberInWords(name)} ${control(name, schema, isRequired && initial === undefined)}${description === undefined ? '' : html`<small>${description}</small>`}</label>`;
}

function control(name: string, schema: TSchema, isRequired: boolean): Html {
  const found = controlFor(schema);
  const required = isRequired ? html` required` : '';
  if (found.kind === 'choice') {
    return html`<select name="${name}"${required}><option value=""></option>${found.values.map((value) => html`<option value="${value}">${value}</option>`)}</select>`;
  }
  return found.kind === 'text'
    ? html`<textarea name="${name}"${required}></textarea>`
    : html`<input type="${found.type}" name="${name}"${required} placeholder="${exampleOf(schema)}">`;
}

function exampleOf(schema: TSchema): string {
  const { examples = [], format } = schema as { examples?: readonly unknown[]; format?: string };
  const [example = format] = examples;
  return typeof example === 'string' || typeof example === 'number' ? String(example) : '';
}
