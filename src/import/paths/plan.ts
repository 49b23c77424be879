import type { Source } from '../source.ts';
import { dropAll, type Segment } from './addresses.ts';
import { hasOperations, isCollection, isPage, isPlural } from './collection.ts';
import type { Operation } from './operation.ts';

/** A collection of the document with its operations, before it has a name. */
export interface Collection {
  /** Literals of its path from the collection above, its own last. */
  readonly words: readonly string[];
  readonly parent?: Collection;
  /** Parameters of the path that stand for nothing that is a resource. */
  readonly lost: readonly string[];
  /** The parameter that stands for a row. */
  readonly parameter?: string;
  /** Operations on the collection and on a row, by method. */
  readonly onCollection: ReadonlyMap<string, Operation>;
  readonly onRow: ReadonlyMap<string, Operation>;
  /** What is done to a row, by the last word of its path. */
  readonly actions: ReadonlyMap<string, Operation>;
}

interface Above {
  readonly parent?: Collection;
  readonly words: readonly string[];
  readonly lost: readonly string[];
}

/** The collections of the paths, parents before their children. What belongs to none is dropped with a finding. */
export function planCollections(root: Segment, source: Source): Collection[] {
  const found: Collection[] = [];
  dropAll(
    root.operations.values(),
    source,
    'stands at the root, where the service has its home document',
  );
  visitBelow(root, { words: [], lost: [] });
  return found;

  function visitBelow(at: Segment, above: Above): void {
    for (const literal of at.literals.values()) visit(literal, above, false);
    if (at.below === undefined) return;
    const { below } = at;
    dropAll(
      below.operations.values(),
      source,
      'is about a parameter that no collection stands in front of',
    );
    const lost = [...above.lost, below.parameter ?? ''];
    visitBelow(below, { ...above, lost });
  }

  function visit(literal: Segment, above: Above, isOnRow: boolean): void {
    const words = [...above.words, literal.literal ?? ''];
    const { item, list } = itemOf(literal, source);
    if (!isCollection(literal, item ?? list, source)) {
      dropAll(literal.operations.values(), source, reasonFor(literal, isOnRow));
      visitBelow({ ...literal, operations: new Map() }, { ...above, words });
      return;
    }
    const onCollection = new Map(literal.operations);
    const get = list?.operations.get('get');
    if (get !== undefined && !onCollection.has('get')) {
      onCollection.set('get', get);
      source.findings.add(
        'renamed',
        get.part.path,
        `${get.method.toUpperCase()} ${get.address} is a list of the whole collection here, without {${list?.parameter ?? ''}} in its path`,
      );
    } else if (get !== undefined) dropAll([get], source, 'is a second list of the same collection');
    const onRow = new Map(item?.operations);
    if (onCollection.size + onRow.size === 0) {
      for (const child of item?.literals.values() ?? []) {
        visit(child, { ...above, words: [], lost: [...above.lost, item?.parameter ?? ''] }, false);
      }
      visitOwn(literal, above, words);
      return;
    }
    const actions = new Map<string, Operation>();
    const collection: Collection = {
      words,
      lost: above.lost,
      onCollection,
      onRow,
      actions,
      ...(above.parent === undefined ? {} : { parent: above.parent }),
      ...(item?.parameter === undefined ? {} : { parameter: item.parameter }),
    };
    found.push(collection);
    for (const child of item?.literals.values() ?? []) {
      const action = actionIn(child, source);
      if (action === undefined) visit(child, { parent: collection, words: [], lost: [] }, true);
      else {
        actions.set(child.literal ?? '', action);
        const others = [...child.operations.values()].filter((each) => each !== action);
        dropAll(others, source, 'is about a part of a row that has no address of its own here');
      }
    }
    if (item?.below !== undefined) {
      dropTree(item.below, source, 'has two parameters in a row, and one identifies a row here');
    }
    visitOwn(literal, above, words);
  }

  /** What stands below a collection without a row of it. */
  function visitOwn(literal: Segment, above: Above, words: readonly string[]): void {
    for (const child of literal.literals.values()) {
      if (isPlural(child.literal ?? '')) visit(child, { ...above, words }, false);
      else
        dropTree(
          child,
          source,
          'is about the collection as a whole, of which a service has its list alone',
        );
    }
  }
}

function reasonFor(literal: Segment, isOnRow: boolean): string {
  if (isOnRow) return 'is about a part of a row that has no address of its own here';
  return literal.operations.has('post')
    ? 'is a verb: what it does belongs to no row and leaves none behind'
    : 'answers a single thing that belongs to no collection';
}

/** The parameter that identifies a row: the last of those in a row, as long as the ones before only list. */
function itemOf(literal: Segment, source: Source): { item?: Segment; list?: Segment } {
  const collection = literal.literal ?? '';
  let list: Segment | undefined;
  for (let at = literal.below; at !== undefined; at = at.below) {
    if (!hasOperations(at)) break;
    const get = at.operations.get('get');
    const isList =
      at.literals.size === 0 &&
      [...at.operations.keys()].every((method) => method === 'get') &&
      (get === undefined || isPage(get, collection, source));
    if (!isList) return { item: at, ...(list === undefined ? {} : { list }) };
    list ??= get === undefined ? undefined : at;
  }
  return list === undefined ? {} : { list };
}

/** A POST to a word behind a row that is no collection. */
function actionIn(child: Segment, source: Source): Operation | undefined {
  const post = child.operations.get('post');
  if (post === undefined || child.literals.size > 0) return undefined;
  return isCollection(child, child.below, source) ? undefined : post;
}

function dropTree(at: Segment, source: Source, why: string): void {
  dropAll(at.operations.values(), source, why);
  for (const child of at.literals.values()) dropTree(child, source, why);
  if (at.below !== undefined) dropTree(at.below, source, why);
}
