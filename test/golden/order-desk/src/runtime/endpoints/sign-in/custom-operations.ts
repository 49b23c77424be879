import type { TObject } from 'typebox';
import type { Operation, Route } from '../route.ts';
import type { CustomOperationInput } from './custom-operation-form.ts';

/** Finds the operation that a POST to a path leads to, where it is not a resource that is sent. */
type CustomOperationAt = (path: string) => Operation | undefined;

const known = new WeakMap<readonly Route[], CustomOperationAt>();

/** @param routes of one version, whose paths name none */
export function customOperationsOf(routes: readonly Route[]): CustomOperationAt {
  const found = known.get(routes) ?? customOperationsIn(routes);
  known.set(routes, found);
  return found;
}

function customOperationsIn(routes: readonly Route[]): CustomOperationAt {
  const customOperations = routes.flatMap(({ path, operations: { POST } }) =>
    POST === undefined || !isCustomOperation(POST)
      ? []
      : [{ segments: path.split('/'), operation: POST }],
  );
  return (path) => {
    const segments = path.split('/');
    const found = customOperations.find(
      (customOperation) =>
        customOperation.segments.length === segments.length &&
        customOperation.segments.every(
          (each, index) => each.startsWith('{') || each === segments[index],
        ),
    );
    return found?.operation;
  };
}

/** Whether something is done with a resource by a body that is not the resource. */
export function isCustomOperation({ body, resource }: Operation): boolean {
  return resource !== undefined && body !== undefined && body.holds === undefined;
}

/** Undefined where its body is not described by members. */
export function describedInput({
  body,
  idempotencyKey,
}: Operation): CustomOperationInput | undefined {
  const input = body?.schemas['application/json'];
  return input !== undefined && 'properties' in input
    ? { input: input as TObject, honoursKey: idempotencyKey !== undefined }
    : undefined;
}
