import { isMap, type YAMLMap, type YAMLSeq } from 'yaml';

type Collection = YAMLMap | YAMLSeq;
type Stringify = Collection['toString'];

/** On one line, `{ a: 1 }` is written with spaces inside and `[a, b]` without; the library has one setting for both. */
export function padMappingsOnly(collection: Collection): void {
  const stringify: Stringify = collection.toString.bind(collection);
  const flowCollectionPadding = isMap(collection) ? ' ' : '';
  collection.toString = (context, ...rest) =>
    stringify(context && { ...context, flowCollectionPadding }, ...rest);
}
