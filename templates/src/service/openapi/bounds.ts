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
  const { type, format, minimum, maximum, enum: values } = schema;
  const length = typeof format === 'string' ? formatLengths[format] : undefined;
  const jsonLength = schema['x-maxLength'];
  return {
    ...(length === undefined ? {} : { maxLength: length }),
    ...(jsonLength === undefined ? {} : { maxLength: jsonLength, maxItems: jsonLength }),
    ...(typesOf(type).includes('integer') ? integerSchema(values, minimum, maximum) : {}),
    ...schema,
  };
}

/** Of the only values that there are the least and the largest are the bounds. */
function integerSchema(values: unknown, minimum: unknown, maximum: unknown): Schema {
  if (!Array.isArray(values)) return integerBounds(minimum, maximum);
  const numbers = values.filter((value) => typeof value === 'number');
  return integerBounds(Math.min(...numbers), Math.max(...numbers));
}

/** JSON has no whole numbers beyond 2^53 that every reader keeps, so none is larger. */
function integerBounds(
  minimum: unknown = Number.MIN_SAFE_INTEGER,
  maximum: unknown = Number.MAX_SAFE_INTEGER,
): Schema {
  const isSmall = [minimum, maximum].every(
    (bound) => typeof bound === 'number' && Math.abs(bound) < 2 ** 31,
  );
  return { format: isSmall ? 'int32' : 'int64', minimum, maximum };
}

function typesOf(type: unknown): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}
