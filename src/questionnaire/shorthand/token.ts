/** A field as it was typed, taken apart: `tags:string(40)[20]!?*=x`. */
export interface Token {
  readonly name: string;
  /** `string` where only the name was typed. */
  readonly type: string;
  /** What stands between the parentheses after the type. */
  readonly arguments?: string;
  /** What stands between the brackets after the type, often nothing. */
  readonly items?: string;
  /** Any of `!`, `?` and `*`. */
  readonly flags: string;
  /** What stands after the equals sign. */
  readonly default?: string;
}

/** Takes a token apart; a text says what is wrong with its form. */
export function readToken(text: string): Token | string {
  const name = /^[^:!?*=()[\]"]*/.exec(text)?.[0] ?? '';
  if (name === '') return 'it has no name; a field is written name:type';
  let rest = text.slice(name.length);
  let token: Token = { name, type: 'string', flags: '' };
  if (rest.startsWith(':')) {
    const type = /^:([^!?*=()[\]"]*)/.exec(rest)?.[1] ?? '';
    if (type === '') return 'there is no type after the colon';
    rest = rest.slice(1 + type.length);
    token = { ...token, type };
    const inParentheses = enclosed(rest);
    if (inParentheses === undefined && rest.startsWith('(')) return 'its parenthesis is not closed';
    if (inParentheses !== undefined) {
      rest = rest.slice(inParentheses.length + 2);
      token = { ...token, arguments: inParentheses };
    }
    const inBrackets = /^\[([^\]]*)\]/.exec(rest)?.[1];
    if (inBrackets !== undefined) {
      rest = rest.slice(inBrackets.length + 2);
      token = { ...token, items: inBrackets };
    }
  }
  const flags = /^[!?*]*/.exec(rest)?.[0] ?? '';
  rest = rest.slice(flags.length);
  if (new Set(flags).size !== flags.length) return `"${flags}" says something twice`;
  if (rest.startsWith('=')) {
    const value = unquoted(rest.slice(1));
    return value === undefined ? unclosedQuote : { ...token, flags, default: value };
  }
  if (rest !== '') return `"${rest}" is not understood after ${text.slice(0, -rest.length)}`;
  return { ...token, flags };
}

/** What stands between an opening parenthesis at the start and the one that closes it. */
function enclosed(text: string): string | undefined {
  if (!text.startsWith('(')) return undefined;
  let depth = 0;
  let quoted = false;
  for (const [index, character] of [...text].entries()) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth -= 1;
    if (depth === 0) return [...text].slice(1, index).join('');
  }
  return undefined;
}

const unclosedQuote =
  'a double quote is not closed; inside double quotes, a double quote is written twice';

/** A text as it was typed, in double quotes or without; undefined where a quote is not closed. */
function unquoted(text: string): string | undefined {
  if (!text.startsWith('"')) return text.split('"').length % 2 === 1 ? text : undefined;
  return /^"((?:[^"]|"")*)"$/.exec(text)?.[1]?.replaceAll('""', '"');
}
