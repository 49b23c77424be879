export type Members = Readonly<Record<string, unknown>>;

export function isResource(value: unknown): value is Members {
  return isObject(value) && 'revision' in value && 'createdAt' in value;
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
