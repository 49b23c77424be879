/** Why a text is no document, at the place where that shows. */
export class Unreadable extends Error {
  readonly offset: number;

  constructor(message: string, offset = 0) {
    super(message);
    this.offset = offset;
  }
}
