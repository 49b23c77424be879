import type { QueryNames } from '../query.ts';

const paging: Readonly<Record<string, string>> = {
  'page[number]': 'page',
  'page[size]': 'size',
  'page[cursor]': 'cursor',
};

/** `page[size]`, `filter[total][gte]` and `sort=-total,name` (JSON:API 1.1, section 6), as an operation knows them. */
export const queryNames: QueryNames = {
  read(name) {
    if (Object.hasOwn(paging, name)) return paging[name];
    if (name === 'sort') return name;
    // A filter may not take the name of another parameter.
    const [, member = '', operator = ''] = /^filter\[(\w+)\](\[\w+\])?$/.exec(name) ?? [];
    return member === '' || isReserved(member) ? undefined : member + operator;
  },
  describe: (parameter) =>
    parameter.name === 'sort'
      ? {
          ...parameter,
          description: `${parameter.description} For \`application/vnd.api+json\` instead: members separated by commas, each with a minus before it for descending.`,
        }
      : parameter,
  readValues: (name, values) => (name === 'sort' ? values.flatMap(sortKeys) : values),
  write(name) {
    const page = Object.entries(paging).find(([, own]) => own === name);
    if (page !== undefined) return page[0];
    if (name === 'sort') return name;
    const [, member = '', operator = ''] = /^(\w+)(\[\w+\])?$/.exec(name) ?? [];
    return `filter[${member}]${operator}`;
  },
};

function isReserved(member: string): boolean {
  return member === 'sort' || Object.values(paging).includes(member);
}

/** A minus before a member means descending. */
function sortKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => (key.startsWith('-') ? `${key.slice(1)},desc` : `${key},asc`));
}
