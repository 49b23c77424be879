import type { Endpoint, Method } from '../../specification/index.ts';
import type { Ask } from '../ask.ts';
import { askWhether } from '../asking.ts';
import type { Draft } from '../draft.ts';
import { changeAll } from './change.ts';
import { endpointOf } from './describe.ts';

const changes: readonly Method[] = ['replace', 'update', 'delete'];

/** Asks what holds for changes of rows, of these resources together, where there are such methods. */
export async function askWrites(ask: Ask, draft: Draft, names: readonly string[]): Promise<Draft> {
  const { methods = [], preconditions, createByReplace } = endpointOf(draft, names[0] ?? '') ?? {};
  let answered = draft;
  if (changes.some((method) => methods.includes(method))) {
    const required = await askWhether(ask, {
      key: `endpoints.${names[0] ?? ''}.preconditions`,
      message: 'Must clients send If-Match with a change?',
      help: {
        text: 'With yes a change without the header If-Match is answered 428, so that no client overwrites a change that it has not seen. With no the header is optional.',
        example: 'y where several people edit the same resource',
      },
      default: preconditions === 'required',
    });
    answered = withKey(answered, names, 'preconditions', required ? 'required' : undefined);
  }
  if (!methods.includes('replace')) return answered;
  const creates = await askWhether(ask, {
    key: `endpoints.${names[0] ?? ''}.createByReplace`,
    message: 'May a PUT to an unused id create the resource?',
    help: {
      text: 'With yes clients choose identifiers themselves. With no the service makes them, and such a PUT is answered 404.',
      example: 'y for clients that copy resources from another system',
    },
    default: createByReplace ?? false,
  });
  return withKey(answered, names, 'createByReplace', creates ? true : undefined);
}

/** Without the answers that these methods give no place to. */
export function withoutIdle(endpoint: Endpoint, methods: readonly Method[]): Endpoint {
  const { preconditions, createByReplace, idempotencyKey, ...others } = endpoint;
  const isRepeated =
    methods.includes('create') || methods.includes('update') || endpoint.actions !== undefined;
  const isChanged = changes.some((method) => methods.includes(method));
  return {
    ...others,
    ...(preconditions !== undefined && isChanged ? { preconditions } : {}),
    ...(createByReplace !== undefined && methods.includes('replace') ? { createByReplace } : {}),
    ...(idempotencyKey !== undefined && isRepeated ? { idempotencyKey } : {}),
  };
}

function withKey<K extends 'preconditions' | 'createByReplace'>(
  draft: Draft,
  names: readonly string[],
  key: K,
  value: Endpoint[K] | undefined,
): Draft {
  return changeAll(draft, names, ({ [key]: _, ...others }) => ({
    ...others,
    ...(value === undefined ? {} : { [key]: value }),
  }));
}
