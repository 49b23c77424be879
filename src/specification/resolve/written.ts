import { defined } from '../plain.ts';

interface Valued<V> {
  readonly type: string;
  readonly default?: V;
  readonly example?: V;
}

/** The default and the example, those of the two that are written. */
export function written<V>(field: Valued<V>) {
  return defined({ default: field.default, example: field.example });
}

/** The same, each as `translate` puts it. */
export function translated<V, R>(field: Valued<V>, translate: (value: V) => R) {
  return defined({
    default: field.default === undefined ? undefined : translate(field.default),
    example: field.example === undefined ? undefined : translate(field.example),
  });
}
