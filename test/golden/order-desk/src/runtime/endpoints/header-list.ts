/** An element of a list in a header, such as Accept, with its weight. */
export interface WeightedElement {
  /** In lower case. */
  readonly value: string;
  /** In lower case, `name=value`, without the weight. */
  readonly parameters: readonly string[];
  /** 0 to 1; 0 excludes. */
  readonly quality: number;
}

/** Elements of Accept, Accept-Language or Accept-Encoding (RFC 9110, section 12.4.2). A malformed weight excludes. */
export function weightedElements(header: string): WeightedElement[] {
  return split(header, ',').flatMap((element) => {
    const [value = '', ...parameters] = split(element, ';').map((part) =>
      part.trim().toLowerCase(),
    );
    if (value === '') return [];
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const isValid = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
    return [
      {
        value,
        parameters: parameters.filter(
          (parameter) => parameter !== '' && !parameter.startsWith('q='),
        ),
        quality: isValid ? Number(weight ?? 1) : 0,
      },
    ];
  });
}

/** Splits at a separator outside of quoted strings (RFC 9110, section 5.6.4). */
function split(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
