import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { ConfigurationError } from '../service/configuration-error.ts';
import type { Database } from './database.ts';

/** The row that tells which key texts are sealed with. It holds a code of the key, and not the key. */
const name = 'sealing key';

/**
 * Reads the keys in SEALING_KEY: 32 bytes each in base64, separated by white space.
 *
 * @throws {ConfigurationError} for what is no key
 */
export function parseSealingKeys(text: string): Buffer[] {
  const words = text.split(/\s+/).filter(Boolean);
  return words.map((word) => {
    const bytes = Buffer.from(word, 'base64');
    if (bytes.length === 32 && bytes.toString('base64') === word) return bytes;
    throw new ConfigurationError(
      'SEALING_KEY is no key of 32 bytes in base64: "openssl rand -base64 32" makes one.',
    );
  });
}

/**
 * The keys that open what is sealed; the first one seals.
 *
 * @param configured absent keys leave the one that the database holds, which then protects nothing from its readers
 * @param stored the secret in the database, with which texts may be sealed since before a key was configured
 * @throws {ConfigurationError} where texts are sealed with a key that is not among them
 */
export async function sealingKeys<Tables>(
  database: Database<Tables>,
  configured: readonly Buffer[],
  stored: Buffer,
): Promise<readonly Buffer[]> {
  const codes = configured.map(codeOf);
  const [code] = codes;
  await database.transaction(async (transaction) => {
    const { rows } = await sql<{ value: string }>`
      select value from secrets where name = ${name}`.execute(transaction);
    const before = rows[0]?.value;
    if (before === code) return;
    if (before !== undefined && !codes.includes(before)) {
      throw new ConfigurationError(
        code === undefined
          ? 'SEALING_KEY is not set, and texts in the database are sealed with a key.'
          : 'SEALING_KEY has not the key that texts in the database are sealed with: give it behind the new one.',
      );
    }
    await sql`insert into secrets (name, value) values (${name}, ${code})
      on conflict (name) do update set value = excluded.value`.execute(transaction);
  });
  return [...configured, stored];
}

function codeOf(key: Buffer): string {
  return createHmac('sha256', key).update(name).digest('base64');
}
