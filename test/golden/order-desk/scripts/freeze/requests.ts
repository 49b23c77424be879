import type {
  CustomOperationSample,
  Json,
  ResourceSample,
} from '../../test/runtime/support/sample.ts';
import { filtered, sorted } from './lists.ts';
import { demanded, NotMade, withoutVersion, type Recorder } from './recorder.ts';

/** Well-formed, and of nothing. */
const unknownId = '01890000-0000-7000-8000-000000000000';

/** Sends what clients of a resource send, each operation at least once where a request can bring it about. */
export async function recordResource(recorder: Recorder, sample: ResourceSample): Promise<void> {
  try {
    await recordAll(recorder, sample);
  } catch (error) {
    // What only the service itself adds, and what rules of this service refuse, is recorded as far as it goes.
    if (!(error instanceof NotMade)) throw error;
  }
}

async function recordAll(recorder: Recorder, sample: ResourceSample): Promise<void> {
  const collection = withoutVersion(await recorder.make.collection(sample));
  await recordUnknown(recorder, sample, collection);
  if (sample.methods.includes('list')) {
    await recorder.record(`an empty list of ${sample.collection}`, 'GET', collection);
  }
  if (!sample.methods.includes('create')) await recordKept(recorder, sample);
  const first = await made(recorder, sample, collection, 0);
  await recordReading(recorder, sample, first);
  await recordRefusals(recorder, sample, collection, first);
  await made(recorder, sample, collection, 1);
  await made(recorder, sample, collection, 0);
  await recordLists(recorder, sample, collection, first);
  await recordCustomOperations(recorder, sample, collection);
  await recordChanges(recorder, sample, first);
}

/** One that a request made. */
interface Made {
  readonly path: string;
  /** What was sent, and what is shown of it. */
  readonly body: Json;
  readonly shown: Json;
}

async function made(
  { make }: Recorder,
  sample: ResourceSample,
  collection: string,
  which: 0 | 1,
  members: Json = {},
): Promise<Made> {
  const body = { ...(await make.body(sample, which)), ...members };
  const shown = await make.insert(sample, collection, body);
  return { path: `${collection}/${shown.id}`, body, shown: { ...shown } };
}

async function recordUnknown({ record }: Recorder, sample: ResourceSample, collection: string) {
  const path = `${collection}/${unknownId}`;
  if (sample.methods.includes('read')) await record('one that does not exist', 'GET', path);
  if (sample.methods.includes('delete'))
    await record('to delete what does not exist', 'DELETE', path);
}

async function recordReading(
  { record }: Recorder,
  { methods, collection }: ResourceSample,
  { path }: Made,
) {
  if (!methods.includes('read')) return;
  const { headers } = await record(`one of ${collection}`, 'GET', path);
  const tag = headers['etag'];
  if (tag !== undefined) {
    await record('one that has not changed', 'GET', path, { headers: { 'if-none-match': tag } });
  }
  for (const accept of ['application/hal+json', 'application/vnd.api+json']) {
    await record(`one of ${collection} as ${accept}`, 'GET', path, { headers: { accept } });
  }
  await record('with a parameter that does not exist', 'GET', `${path}?xyzzy=1`);
}

/** Values that each member refuses, and what is missing. */
async function recordRefusals(
  { record, make, exchanges }: Recorder,
  sample: ResourceSample,
  collection: string,
  { body }: Made,
) {
  const { methods, required, invalid, uniqueKeys } = sample;
  if (!methods.includes('create')) return;
  const send = (name: string, sent: unknown) =>
    record(name, 'POST', collection, { body: sent, ...demanded(sample, exchanges) });
  const valid = await make.spare(sample);
  if (required.length > 0) await send('a body without anything', {});
  await send('a member that does not exist', { ...valid, xyzzy: 1 });
  for (const { member, value } of invalid) {
    await send(`a wrong value of ${member}`, { ...valid, [member]: value });
  }
  for (const key of uniqueKeys) {
    const taken = key.map((member) => [member, body[member]] as const);
    if (taken.some(([, value]) => value === undefined || value === null)) continue;
    // The service names one of several values that are taken, so each request repeats one.
    const others = await make.spare(sample);
    await send(`what exists already in ${key.join(' and ')}`, {
      ...others,
      ...Object.fromEntries(taken),
    });
  }
}

async function recordLists(
  { record }: Recorder,
  { methods, collection: name, filter, sort, writeOnly, hasTotal }: ResourceSample,
  collection: string,
  { shown }: Made,
) {
  if (!methods.includes('list')) return;
  await record(`a list of ${name}`, 'GET', collection);
  for (const accept of ['application/hal+json', 'application/vnd.api+json']) {
    await record(`a list of ${name} as ${accept}`, 'GET', collection, { headers: { accept } });
  }
  const page = await record('the first page', 'GET', `${collection}?size=1`);
  const next = nextOf(page.body);
  if (next !== undefined) await record('the page after it', 'GET', next);
  if (hasTotal) await record('the second page', 'GET', `${collection}?page=2&size=1`);
  await record('a page of a size that is not offered', 'GET', `${collection}?size=0`);
  for (const each of sorted(collection, sort)) await record(each.name, 'GET', each.path);
  await record('sorted by what does not exist', 'GET', `${collection}?sort=xyzzy`);
  const visible = filter.filter((each) => !writeOnly.includes(each));
  for (const each of filtered(collection, visible, shown))
    await record(each.name, 'GET', each.path);
}

/** Addresses in bodies name no version here. */
function nextOf(body: unknown): string | undefined {
  const { links } = body as { links?: { readonly next?: unknown } };
  return typeof links?.next === 'string' ? links.next : undefined;
}

/** Whether a client brings it about with what every resource is made with. */
function isRecordable({ isReachable, referring }: CustomOperationSample): boolean {
  return isReachable && referring.length === 0;
}

/** Members of a resource with which something can be done; what it goes without is not sent. */
function membersFor({ meeting, absent }: CustomOperationSample): Json {
  return { ...meeting, ...Object.fromEntries(absent.map((name) => [name, undefined])) };
}

/** Transitions and other actions, each on the way to where it is possible, and once more where it no longer is. */
async function recordCustomOperations(
  recorder: Recorder,
  sample: ResourceSample,
  collection: string,
) {
  for (const customOperation of (sample.customOperations ?? []).filter(isRecordable)) {
    const { path } = await made(recorder, sample, collection, 0, membersFor(customOperation));
    const perform = (name: string, input: Json) =>
      recorder.record(`to ${name}`, 'POST', `${path}/${name}`, {
        body: input,
        ...demanded(sample, recorder.exchanges),
      });
    for (const { name, input } of customOperation.way) await perform(name, input);
    for (const { member, value } of customOperation.invalid) {
      await perform(customOperation.name, { ...customOperation.input, [member]: value });
    }
    await perform(customOperation.name, customOperation.input);
    await perform(customOperation.name, customOperation.input);
  }
}

/** What the service itself keeps of what is done with another resource. */
async function recordKept(recorder: Recorder, sample: ResourceSample) {
  const { parent, methods } = sample;
  const customOperation = parent?.customOperations?.find(
    (each) => isRecordable(each) && each.to !== undefined && each.way.length === 0,
  );
  if (parent === undefined || customOperation === undefined) return;
  const around = withoutVersion(await recorder.make.collection(parent));
  const { path } = await made(recorder, parent, around, 1, membersFor(customOperation));
  await recorder.record(`to ${customOperation.name}`, 'POST', `${path}/${customOperation.name}`, {
    body: customOperation.input,
    ...demanded(parent, recorder.exchanges),
  });
  if (!methods.includes('list')) return;
  const collection = `${path}/${withoutVersion(sample.path).split('/').at(-1) ?? ''}`;
  const { body } = await recorder.record(`a list of ${sample.collection}`, 'GET', collection);
  const { items: [first] = [] } = body as { items?: readonly { readonly id?: unknown }[] };
  if (typeof first?.id !== 'string' || !methods.includes('read')) return;
  await recorder.record(`one of ${sample.collection}`, 'GET', `${collection}/${first.id}`);
}

/** Changes of the one that was made first, with conditions that hold and that do not, until it is gone. */
async function recordChanges(
  { record, exchanges }: Recorder,
  sample: ResourceSample,
  { path, body }: Made,
) {
  const { methods, immutable, preconditions, bodies, unique } = sample;
  const met = { 'if-match': '*' };
  const stale = { 'if-match': '"0.stale"' };
  const condition = preconditions === 'required' ? met : {};
  const patch = (
    name: string,
    sent: Json,
    conditions: Readonly<Record<string, string>> = condition,
  ) =>
    record(name, 'PATCH', path, {
      body: sent,
      headers: { ...conditions, ...demanded(sample, exchanges).headers },
    });
  if (methods.includes('update')) {
    for (const [member, value] of Object.entries(bodies[1])) {
      if (immutable.includes(member) || member in unique) continue;
      await patch(`a change of ${member}`, { [member]: value });
    }
    await patch('a change of what has changed meanwhile', {}, stale);
    for (const { member, value } of sample.invalid.slice(0, 3)) {
      await patch(`a change of ${member} to a wrong value`, { [member]: value });
    }
  }
  if (methods.includes('replace')) {
    await record('another state', 'PUT', path, { body, headers: condition });
    await record('another state of what has changed meanwhile', 'PUT', path, {
      body,
      headers: stale,
    });
  }
  if (methods.includes('delete')) {
    await record('to delete what has changed meanwhile', 'DELETE', path, { headers: stale });
    await record('to delete', 'DELETE', path, { headers: condition });
    await record('to delete again', 'DELETE', path, { headers: condition });
  }
}
