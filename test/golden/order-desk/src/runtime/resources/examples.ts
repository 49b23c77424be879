import type { TSchema } from 'typebox';

/** What the service would have set in the example of a resource. */
export const systemExample = {
  id: '019bc0fd-89c0-7000-8000-000000000001',
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  revision: 1,
} as const;

/** Those values that a shape has members for, in its order. */
export function exampleIn(
  properties: Readonly<Record<string, TSchema>>,
  values: Readonly<Record<string, unknown>>,
): object {
  return Object.fromEntries(
    Object.keys(properties)
      .filter((name) => Object.hasOwn(values, name))
      .map((name) => [name, values[name]]),
  );
}
