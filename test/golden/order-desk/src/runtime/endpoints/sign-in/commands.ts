import type { TObject } from 'typebox';
import type { Operation, Route } from '../route.ts';
import type { Command } from './command-form.ts';

/** Finds the operation that a POST to a path leads to, where it is not a resource that is sent. */
type CommandAt = (path: string) => Operation | undefined;

const known = new WeakMap<readonly Route[], CommandAt>();

/** @param routes of one version, whose paths name none */
export function commandsOf(routes: readonly Route[]): CommandAt {
  const found = known.get(routes) ?? commandsIn(routes);
  known.set(routes, found);
  return found;
}

function commandsIn(routes: readonly Route[]): CommandAt {
  const commands = routes.flatMap(({ path, operations: { POST } }) =>
    POST === undefined || !isCommand(POST) ? [] : [{ segments: path.split('/'), operation: POST }],
  );
  return (path) => {
    const segments = path.split('/');
    const found = commands.find(
      (command) =>
        command.segments.length === segments.length &&
        command.segments.every((each, index) => each.startsWith('{') || each === segments[index]),
    );
    return found?.operation;
  };
}

/** Whether something is done with a resource by a body that is not the resource. */
export function isCommand({ body, resource }: Operation): boolean {
  return resource !== undefined && body !== undefined && body.holds === undefined;
}

/** Undefined where its body is not described by members. */
export function describedCommand({ body, idempotencyKey }: Operation): Command | undefined {
  const input = body?.schemas['application/json'];
  return input !== undefined && 'properties' in input
    ? { input: input as TObject, honoursKey: idempotencyKey !== undefined }
    : undefined;
}
