import { randomUUID } from 'node:crypto';
import type { TSchema } from 'typebox';
import { html, type Html } from '../markup.ts';
import { memberInWords } from '../representations/words.ts';
import { controlFor } from './form-fields.ts';
import { fields, hiddenField, tokenField, type Command, type Person } from './visitor.ts';

/** A command that a person can send as things are. */
export interface Offered {
  /** Segment of its address: `check-in`. */
  readonly name: string;
  readonly href: string;
  readonly command: Command;
  /** Tag of the state that the page shows: what has changed since is not overwritten. */
  readonly ifMatch: string;
}

/** A button that sends a command, with a field for each member of its input. */
export function commandForm({ name, href, command, ifMatch }: Offered, person: Person): Html {
  const { input, honoursKey } = command;
  const required = new Set((input as { readonly required?: readonly string[] }).required);
  // Who presses the button twice means it once.
  const key = honoursKey ? hiddenField(fields.idempotencyKey, `"${randomUUID()}"`) : '';
  return html`<form method="post" id="${name}" action="${href}">
      ${tokenField(person)}${hiddenField(fields.ifMatch, ifMatch)}${key}
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
