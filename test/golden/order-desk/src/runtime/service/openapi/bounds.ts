type Schema = Readonly<Record<string, unknown>>;

/** Characters of the longest text in a format that the checks of this service let pass. */
const formatLengths: Readonly<Record<string, number>> = {
  date: 10,
  'date-time': 35,
  'time-local': 8,
  uuid: 36,
};

/** Says in the words of every tool what a schema bounds already: by a format, by its range, or by a keyword of ours. */
export function withBounds(schema: Schema): Schema {
  const { type, format } = schema;
  const length = typeof format === 'string' ? formatLengths[format] : undefined;
  const jsonLength = schema['x-maxLength'];
  return {
    ...(length === undefined ? {} : { maxLength: length }),
    ...(jsonLength === undefined ? {} : { maxLength: jsonLength, maxItems: jsonLength }),
    ...(typesOf(type).includes('integer') ? integerBounds(schema) : {}),
    ...schema,
  };
}

/**
 * A bound that is missing is that of the only values there are, or 2^53: JSON has no whole numbers beyond it that every reader keeps.
 * A bound that is exclusive has no inclusive one beside it.
 */
function integerBounds({
  enum: values,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
}: Schema): Schema {
  const numbers = Array.isArray(values) ? values.filter((value) => typeof value === 'number') : [];
  const [least, most] =
    numbers.length === 0
      ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
      : [Math.min(...numbers), Math.max(...numbers)];
  const lower = minimum ?? exclusiveMinimum ?? least;
  const upper = maximum ?? exclusiveMaximum ?? most;
  const isSmall = [lower, upper].every(
    (bound) => typeof bound === 'number' && bound >= -(2 ** 31) && bound < 2 ** 31,
  );
  return {
    format: isSmall ? 'int32' : 'int64',
    ...(exclusiveMinimum === undefined ? { minimum: lower } : {}),
    ...(exclusiveMaximum === undefined ? { maximum: upper } : {}),
  };
}

function typesOf(type: unknown): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}
