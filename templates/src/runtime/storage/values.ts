declare const wire: unique symbol;

/**
 * A value that the two engines keep differently, such as a boolean, 1 on SQLite and true on
 * PostgreSQL. Only the conversions of `database.values` know what is inside.
 */
export interface Stored<Wire> {
  readonly [wire]: Wire;
}

/** Between a value on the wire and the same value in a column; null stays null. */
export interface Conversion<Wire, InColumn> {
  read(value: InColumn): Wire;
  read(value: InColumn | null): Wire | null;
  write(value: Wire): InColumn;
  write(value: Wire | null): InColumn | null;
  /** Whether the column is selected as text, because the driver's number would not be exact. */
  readonly asText: boolean;
}

/** One conversion for each type of column. Values are expected to be valid; see `InvalidValue`. */
export interface ValueCodec {
  readonly boolean: Conversion<boolean, Stored<boolean>>;
  /** A safe integer. */
  readonly integer: Conversion<number, number>;
  /** 64 bits, as text on the wire. */
  readonly long: Conversion<string, Stored<string>>;
  readonly number: Conversion<number, number>;
  /** Exact, as text with `scale` digits after the point; at most 18 digits in all. */
  decimal(scale: number): Conversion<string, Stored<string>>;
  /** YYYY-MM-DD. */
  readonly date: Conversion<string, string>;
  /** HH:MM:SS. */
  readonly time: Conversion<string, string>;
  /** RFC 3339 with any offset in; YYYY-MM-DDTHH:MM:SS.mmmZ out. */
  readonly dateTime: Conversion<string, string>;
  /** ISO 8601 in; its canonical form out, so that PT90M equals PT1H30M. */
  readonly duration: Conversion<string, string>;
  readonly text: Conversion<string, string>;
  json<Wire>(): Conversion<Wire, string>;
  /** Base64 on the wire. */
  readonly binary: Conversion<string, Uint8Array>;
  /** Lower case out. */
  readonly uuid: Conversion<string, string>;
}

/** @param Kept what one engine's driver takes and gives, where that is not the type in the tables */
export function conversion<Wire, InColumn, Kept = InColumn>(
  read: (value: Kept) => Wire,
  write: (value: Wire) => Kept,
  { asText = false } = {},
): Conversion<Wire, InColumn> {
  const nullable = {
    read: (value: Kept | null) => (value === null ? null : read(value)),
    write: (value: Wire | null) => (value === null ? null : write(value)),
    asText,
  };
  return nullable as unknown as Conversion<Wire, InColumn>;
}
