/** The fields of a line: separated by spaces, except inside parentheses and double quotes. */
export function tokensOf(line: string): string[] {
  return split(line, /\s/);
}

/** The arguments of a type or the members of an object: as `tokensOf`, with commas as separators. */
export function argumentsOf(text: string): string[] {
  return split(text, /,/).map((argument) => argument.trim());
}

/** As `argumentsOf`, with spaces as separators too. */
export function membersOf(text: string): string[] {
  return split(text, /[,\s]/);
}

function split(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (!quoted && character === '(') depth += 1;
    if (!quoted && character === ')') depth -= 1;
    if (!quoted && depth <= 0 && separator.test(character)) {
      parts.push(part);
      part = '';
    } else {
      part += character;
    }
  }
  return [...parts, part].filter((each) => each.trim() !== '');
}
