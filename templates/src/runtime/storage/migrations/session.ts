import { CompiledQuery, type Kysely } from 'kysely';

/** A connection of its own, or a transaction on it. */
export type Session = Pick<Kysely<unknown>, 'executeQuery'>;

/** Runs a statement whose text is complete but for its parameters. */
export async function query<Row = unknown>(
  session: Session,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await session.executeQuery(CompiledQuery.raw(text, [...parameters]));
  return rows as Row[];
}
