import { testClient, type TestClient } from '../client.ts';
import type { TestService } from '../service.ts';

/**
 * The service once more, where a resource has other rules than its own.
 *
 * @param own the rules of the resource, which are changed for as long as it is there
 */
export async function withRules<Result>(
  { createReplica, credential }: TestService,
  own: object,
  others: object,
  work: (request: TestClient) => Promise<Result>,
): Promise<Result> {
  const kept = { ...own };
  Object.assign(own, others);
  const { server } = createReplica();
  try {
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    return await work(testClient(address, credential));
  } finally {
    await server.close();
    for (const name of Object.keys(others)) Reflect.deleteProperty(own, name);
    Object.assign(own, kept);
  }
}
