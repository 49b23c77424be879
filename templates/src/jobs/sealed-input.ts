import { createSealing } from '../storage/sealing.ts';

export type Input = Readonly<Record<string, unknown>>;

/** Keeps what was sent along with an action from everybody who can read the database, until it is done. */
export interface Seal {
  /** @param id of the job, the only one that the text can be opened for */
  close(input: Input, id: string): string;
  /** @throws {Error} where the text was not sealed for that job, or not by this service */
  open(text: string, id: string): Input;
}

/** @param secret shared by all replicas */
export function createSeal(secret: Buffer): Seal {
  const sealing = createSealing(secret, 'input of a job');
  return {
    close: (input, id) => sealing.seal(JSON.stringify(input), id),
    open: (text, id) => JSON.parse(sealing.open(text, id)) as Input,
  };
}
