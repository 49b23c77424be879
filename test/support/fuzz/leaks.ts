import type { RawAnswer } from './connection.ts';

export interface Leak {
  readonly name: string;
  /** Where it is, and what is around it. */
  readonly excerpt: string;
}

/** What only the inside of a service knows. Nothing that requests carry looks like one of them. */
const patterns: Readonly<Record<string, RegExp>> = {
  stack: /\n\s+at \S+|\bat (async )?[\w.<>]+ \((file|node):/,
  'path of a file':
    /(file:\/\/\/(?!etc\/hosts)|(^|[^\w.])\/(tmp|home|root|usr|var|work|opt)\/)\w|node_modules|\.[cm]?ts:\d+/,
  SQL: /\b(SELECT|select) .{1,200}\b(FROM|from)\b|\b(INSERT INTO|insert into|UPDATE .{1,80} SET|update .{1,80} set|DELETE FROM|delete from)\b|\bSQL\b/,
  driver:
    /SQLITE_|SQLSTATE|\bsqlite\b|\bpostgres\b|PostgreSQL|constraint failed|violates .{1,40} constraint|relation "|syntax error at|\bECONN|\bENOENT|\bpg_[a-z]/i,
  library:
    /\b(fastify|kysely|typebox|better-sqlite3|undici|FST_ERR|HPE_[A-Z]|ERR_[A-Z]+_)|\b(ajv|pino)\b/i,
  'error of the language':
    /\b(TypeError|RangeError|ReferenceError|SyntaxError|URIError|AssertionError)\b|Cannot read propert|is not a function|Unexpected token|in JSON at position|\[object Object\]/,
};

/** Traces of the inside in the headers or the body of an answer. */
export function leaksIn({ headers, body }: RawAnswer, secrets: readonly string[]): Leak[] {
  const text = `${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${body.toString()}`;
  const leaks = Object.entries(patterns).flatMap(([name, pattern]): Leak[] => {
    const match = pattern.exec(text);
    if (match === null) return [];
    return [{ name, excerpt: text.slice(Math.max(0, match.index - 100), match.index + 200) }];
  });
  const told = secrets.filter((secret) => secret !== '' && text.includes(secret));
  return [...leaks, ...told.map(() => ({ name: 'secret', excerpt: 'the secret itself' }))];
}
