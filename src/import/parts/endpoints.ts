import { shown } from '../../specification/shown.ts';
import type { Context, Draft } from '../context.ts';
import { squash } from '../names.ts';
import type { NamedCollection } from '../paths/name-collections.ts';
import { operationsIn } from '../paths/name-collections.ts';
import { rowsIn } from '../paths/collection.ts';
import {
  otherAnswers,
  otherBodies,
  shownOperation,
  statusesOf,
  type Operation,
} from '../paths/operation.ts';
import { memberOf, type Part } from '../source.ts';
import { actionsOf } from './actions.ts';
import { listKeys } from './list-parameters.ts';

/** How one resource is reached: its methods, the query of its list, and its actions. */
export function endpointOf(
  collection: NamedCollection,
  fields: Readonly<Record<string, unknown>>,
  all: readonly NamedCollection[],
  context: Context,
): Draft {
  const { onCollection, onRow, name } = collection;
  const { source } = context;
  const methods = methodsOf(collection, context);
  const list = onCollection.get('get');
  context.cameFrom(['endpoints', name], (list ?? operationsIn(collection)[0])?.part.path ?? []);
  const actions = actionsOf(collection, all, context);
  for (const operation of operationsIn(collection)) {
    tellLosses(operation, list, context);
    tellMediaTypes(operation, context);
  }
  for (const operation of [onCollection.get('post'), onRow.get('put'), onRow.get('patch')]) {
    if (operation === undefined || memberOf(operation.part, 'requestBody') !== undefined) continue;
    const message = `${shownOperation(operation)} has no body in the document; here it takes the fields of a row`;
    source.findings.add('guessed', operation.part.path, message);
  }
  if (list !== undefined && rowsIn(list, collection.words.at(-1) ?? '', source) === undefined) {
    source.findings.add(
      'guessed',
      list.part.path,
      `${shownOperation(list)} is a list, because it is at the address of a collection; its answer does not show that`,
    );
  }
  if (list !== undefined) {
    const message = `${shownOperation(list)} is answered with a page, which has its rows in "items"`;
    source.findings.add('renamed', list.part.path, message);
  }
  const create = onCollection.get('post');
  if (create !== undefined && !statusesOf(create).includes('201')) {
    const message = `${shownOperation(create)} is answered with 201 Created`;
    source.findings.add('renamed', create.part.path, message);
  }
  const put = onRow.get('put');
  const createsByPut = put !== undefined && statusesOf(put).includes('201');
  if (createsByPut) {
    const message = `${shownOperation(put)} creates a row that is not there, because it may answer 201`;
    source.findings.add('guessed', put.part.path, message);
  }
  return {
    methods,
    ...(list === undefined ? {} : listKeys(list, fields, source)),
    ...(createsByPut ? { createByReplace: true } : {}),
    ...headerKeys(collection),
    ...(Object.keys(actions).length === 0 ? {} : { actions }),
  };
}

function methodsOf({ onCollection, onRow, name }: NamedCollection, { source }: Context): string[] {
  const { findings } = source;
  const methods = [
    onCollection.has('get') ? 'list' : '',
    onCollection.has('post') ? 'create' : '',
    onRow.has('get') ? 'read' : '',
    onRow.has('put') ? 'replace' : '',
    onRow.has('patch') || onRow.has('post') ? 'update' : '',
    onRow.has('delete') ? 'delete' : '',
  ].filter((method) => method !== '');
  const post = onRow.get('post');
  if (post !== undefined && !onRow.has('patch')) {
    findings.add(
      'renamed',
      post.part.path,
      `${shownOperation(post)} changes a row, which PATCH does here`,
    );
  } else if (post !== undefined) {
    findings.add(
      'dropped',
      post.part.path,
      `${shownOperation(post)} stands beside PATCH of the same row`,
    );
  }
  for (const operation of onCollection.values()) {
    if (['get', 'post', 'head', 'options'].includes(operation.method)) continue;
    findings.add(
      'dropped',
      operation.part.path,
      `${shownOperation(operation)} is about all rows at once`,
    );
  }
  const trace = onRow.get('trace');
  if (trace !== undefined) findings.add('dropped', trace.part.path, 'no service answers TRACE');
  if (methods.length > 0) return methods;
  const [first] = operationsIn({ onCollection, onRow, actions: new Map() });
  findings.add(
    'guessed',
    first?.part.path ?? [],
    `no method of "${name}" is one of a resource; its rows can be read`,
  );
  return ['read'];
}

/** Headers that the service knows under the same name. */
function headerKeys(collection: NamedCollection): Draft {
  const isRequired = (header: string) =>
    operationsIn(collection).some(({ parameters }) =>
      parameters.some(
        (each) => each.in === 'header' && each.isRequired && squash(each.name) === header,
      ),
    );
  return {
    ...(isRequired('ifmatch') ? { preconditions: 'required' } : {}),
    ...(isRequired('idempotencykey') ? { idempotencyKey: 'required' } : {}),
  };
}

const knownHeaders = new Set([
  'ifmatch',
  'ifnonematch',
  'idempotencykey',
  'accept',
  'acceptlanguage',
  'authorization',
  'contenttype',
  'prefer',
  'xrequestid',
]);

/** What an operation has and no service of the generator. */
function tellLosses(
  operation: Operation,
  list: Operation | undefined,
  { source: { findings } }: Context,
): void {
  const { part, parameters } = operation;
  const what = shownOperation(operation);
  const ofList = new Set(list?.parameters.map((each) => each.part.value));
  for (const each of parameters) {
    const isKnown =
      each.in === 'path' ||
      (each.in === 'query' && ofList.has(each.part.value)) ||
      (each.in === 'header' && knownHeaders.has(squash(each.name)));
    if (!isKnown)
      findings.add('dropped', each.part.path, `the parameter ${shown(each.name)} (${each.in})`);
  }
  if (memberOf(part, 'deprecated')?.value === true) {
    findings.add(
      'dropped',
      part.path,
      `${what} is deprecated, and here that takes the day since when, which the document does not say: write endpoints.NAME.deprecated`,
    );
  }
  const callbacks = memberOf(part, 'callbacks');
  if (callbacks !== undefined)
    findings.add('dropped', callbacks.path, `the callbacks of ${what}; events have webhooks here`);
  const servers = memberOf(part, 'servers');
  if (servers !== undefined) findings.add('dropped', servers.path, `the servers of ${what}`);
}

/** Bodies and answers in other forms than the one that is read. */
function tellMediaTypes(operation: Operation, { source }: Context): void {
  const tell = (what: string, contents: readonly Part[]) => {
    const [first] = contents;
    if (first === undefined) return;
    const types = [...new Set(contents.map(({ path }) => String(path.at(-1))))].join(', ');
    const message = `${what} of ${shownOperation(operation)} as ${types}: the service has those of endpoints.representations`;
    source.findings.add('dropped', first.path, message);
  };
  tell('bodies', otherBodies(operation, source));
  tell('answers', otherAnswers(operation, source));
}
