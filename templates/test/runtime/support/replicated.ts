import type { App } from '../../contract.ts';
import { testClient, type TestClient } from './client.ts';
import { startConforming, type ConformingService } from './conformance.ts';
import type { TestEngine } from './engines.ts';
import { needing } from './target.ts';

/** A service on two replicas; on one where it runs elsewhere. */
export interface Replicated {
  readonly service: ConformingService;
  readonly replica: App | undefined;
  /** Addresses of both. */
  readonly origins: readonly string[];
  /** Sends no credential, to the one and to the other. */
  readonly clients: readonly TestClient[];
  stop(): Promise<void>;
}

export async function startReplicated(engine: TestEngine): Promise<Replicated> {
  const service = await startConforming(engine);
  if (needing('server').skip !== false) {
    const { address, anonymous } = service;
    return {
      service,
      replica: undefined,
      origins: [address],
      clients: [anonymous],
      stop: () => service.stop(),
    };
  }
  const replica = service.createReplica();
  const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    service,
    replica,
    origins: [service.address, address],
    clients: [service.anonymous, testClient(address, {})],
    async stop() {
      await replica.server.close();
      await service.stop();
    },
  };
}
