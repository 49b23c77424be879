import { createSealing } from '../storage/sealing.ts';

export type Input = Readonly<Record<string, unknown>>;

/** Keeps what was sent along with an action from everybody who reads the database without the key, until it is done. */
export interface Seal {
  /** @param id of the job, the only one that the text can be opened for */
  close(input: Input, id: string): string;
  /** @throws {Error} where the text was not sealed for that job, or not by this service */
  open(text: string, id: string): Input;
}

/** @param secrets shared by all replicas: the first one seals, each of them opens */
export function createSeal(secrets: readonly Buffer[]): Seal {
  const sealing = createSealing(secrets, 'input of a job');
  return {
    close: (input, id) => sealing.seal(JSON.stringify(input), id),
    open: (text, id) => JSON.parse(sealing.open(text, id)) as Input,
  };
}
