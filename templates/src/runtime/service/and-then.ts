/**
 * Goes on with a value: at once where it is there, and later where it is promised. What answers at once, such as SQLite or a
 * count in memory, then costs no turn of the event loop for each layer that it passes through.
 */
export function andThen<Value, Result>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
