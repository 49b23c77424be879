/** The specification is valid: what one of its parts names, another part has. */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new TypeError('the specification names something it does not have');
  return value;
}
