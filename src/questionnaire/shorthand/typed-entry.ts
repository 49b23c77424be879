/** A line that is about one name: what it stands for, that it goes away, or what is wrong with the line. */
export type TypedEntry<C> =
  | { readonly kind: 'entry'; readonly name: string; readonly entry: C }
  | { readonly kind: 'removal'; readonly name: string }
  | { readonly kind: 'mistake'; readonly problem: string };
