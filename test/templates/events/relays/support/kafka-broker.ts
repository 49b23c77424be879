import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { recordBatchIn, type KafkaRecord } from './kafka-records.ts';
import { WireReader, WireWriter } from './kafka-wire.ts';

/**
 * What a broker does with the next Produce request: refuses it because another one leads the partition, or because too
 * few replicas are there; cuts the connection before or after it has written the batch; leaves it unanswered.
 */
export type Fault = 'not-leader' | 'too-few-replicas' | 'cut-before' | 'cut-after' | 'silent';

export interface WrittenRecord extends KafkaRecord {
  readonly topic: string;
  readonly partition: number;
  readonly acks: number;
}

/**
 * Brokers of one cluster that speak as much of the Kafka protocol as a producer needs: ApiVersions, Metadata, InitProducerId,
 * Produce, and SASL/PLAIN where there is a password. They check what a broker checks: lengths, the checksum of each
 * batch, who leads a partition, and the numbering of an idempotent producer.
 */
export interface KafkaCluster {
  readonly ports: readonly number[];
  readonly records: WrittenRecord[];
  /** Taken one by one, by whichever broker leads. */
  readonly faults: Fault[];
  /** Node that leads each partition; several partitions of one topic. */
  leaders: number[];
  /** What went wrong in the eyes of the brokers. */
  readonly complaints: string[];
  /** Requests by the names of their kinds, in order. */
  readonly requests: string[];
  stopListening(): Promise<void>;
  listenAgain(): Promise<void>;
}

export interface ClusterOptions {
  readonly brokers?: number;
  readonly partitions?: number;
  readonly password?: string;
}

const kinds = new Map([
  [0, { name: 'Produce', version: 8 }],
  [3, { name: 'Metadata', version: 8 }],
  [17, { name: 'SaslHandshake', version: 1 }],
  [18, { name: 'ApiVersions', version: 3 }],
  [22, { name: 'InitProducerId', version: 1 }],
  [36, { name: 'SaslAuthenticate', version: 1 }],
]);

const errors = {
  none: 0,
  'not-leader': 6,
  'too-few-replicas': 19,
  'out-of-order': 45,
  'sasl-failed': 58,
} as const;

export async function startKafka({
  brokers = 1,
  partitions = 3,
  password,
}: ClusterOptions = {}): Promise<KafkaCluster> {
  const sockets = new Set<Socket>();
  const sequences = new Map<string, { readonly first: number; readonly next: number }>();
  let producers = 0n;
  const servers = Array.from({ length: brokers }, (_, node) =>
    createServer((socket) => {
      sockets.add(socket);
      let waiting: Buffer = Buffer.alloc(0);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
      const session = { isPermitted: password === undefined };
      socket.on('data', (chunk) => {
        waiting = Buffer.concat([waiting, chunk]);
        while (waiting.length >= 4 && waiting.length >= 4 + waiting.readInt32BE()) {
          const end = 4 + waiting.readInt32BE();
          const request = waiting.subarray(4, end);
          waiting = waiting.subarray(end);
          try {
            answer(node, socket, request, session);
          } catch (error) {
            cluster.complaints.push(String(error));
            socket.destroy();
          }
        }
      });
    }),
  );

  function answer(
    node: number,
    socket: Socket,
    bytes: Buffer,
    session: { isPermitted: boolean },
  ): void {
    const request = new WireReader(bytes);
    const key = request.int16();
    const version = request.int16();
    const correlation = request.int32();
    request.string();
    const kind = kinds.get(key);
    const isOldQuestion = key === 18 && version === 1;
    if (kind?.version !== version && !isOldQuestion)
      throw new Error(`API ${String(key)} v${String(version)}`);
    const name = kind?.name ?? '';
    cluster.requests.push(name);
    if (!session.isPermitted && !/^(Sasl|ApiVersions)/.test(name)) throw new Error(`${name} first`);
    const response = new WireWriter().int32(correlation);
    switch (name) {
      case 'ApiVersions':
        if (isOldQuestion) describeApisAsBefore(response);
        else describeApis(request, response);
        break;
      case 'SaslHandshake':
        if (request.string() !== 'PLAIN') throw new Error('another mechanism');
        response.int16(errors.none).array(['PLAIN'], (each) => response.string(each));
        break;
      case 'SaslAuthenticate': {
        const sent = request.bytes(request.int32()).toString();
        session.isPermitted = sent === `\0service\0${String(password)}`;
        response
          .int16(session.isPermitted ? errors.none : errors['sasl-failed'])
          .string(session.isPermitted ? null : 'Authentication failed')
          .int32(0)
          .int64(0n);
        break;
      }
      case 'Metadata':
        describeTopics(request, response);
        break;
      case 'InitProducerId':
        request.string();
        request.int32();
        producers += 1n;
        response.int32(0).int16(errors.none).int64(producers).int16(0);
        break;
      case 'Produce':
        if (!produce(node, socket, request, response)) return;
        break;
    }
    if (request.rest !== 0) throw new Error(`${String(request.rest)} bytes after ${name}`);
    const whole = response.bytes();
    socket.write(new WireWriter().int32(whole.length).raw(whole).bytes());
  }

  function describeApis(request: WireReader, response: WireWriter): void {
    // The head of its third version ends in tags, too.
    request.tags();
    request.compactBytes();
    request.compactBytes();
    request.tags();
    response.int16(errors.none).unsignedVarint(kinds.size + 1);
    for (const [key, { version }] of kinds) {
      response.int16(key).int16(version).int16(version).unsignedVarint(0);
    }
    response.int32(0).unsignedVarint(0);
  }

  /** Before a client has proven who it is, it asks in the first version. */
  function describeApisAsBefore(response: WireWriter): void {
    response.int16(errors.none).array([...kinds], ([key, { version }]) => {
      response.int16(key).int16(version).int16(version);
    });
    response.int32(0);
  }

  function describeTopics(request: WireReader, response: WireWriter): void {
    const topics = request.array(() => request.string() ?? '');
    request.bytes(3);
    response
      .int32(0)
      .array(cluster.ports, (port) => {
        response.int32(cluster.ports.indexOf(port)).string('127.0.0.1').int32(port).string(null);
      })
      .string('cluster')
      .int32(0)
      .array(topics, (topic) => {
        response
          .int16(errors.none)
          .string(topic)
          .int8(0)
          .array([...cluster.leaders.entries()], ([partition, leader]) => {
            response.int16(errors.none).int32(partition).int32(leader).int32(0);
            for (const nodes of [[leader], [leader], []]) {
              response.array(nodes, (node) => response.int32(node));
            }
          })
          .int32(-2_147_483_648);
      })
      .int32(-2_147_483_648);
  }

  /** @returns whether there is an answer */
  function produce(
    node: number,
    socket: Socket,
    request: WireReader,
    response: WireWriter,
  ): boolean {
    request.string();
    const acks = request.int16();
    request.int32();
    const batches = request
      .array(() => {
        const topic = request.string() ?? '';
        return request.array(() => ({
          topic,
          partition: request.int32(),
          batch: recordBatchIn(request.bytes(request.int32())),
        }));
      })
      .flat();
    const isLeader = batches.every(({ partition }) => cluster.leaders[partition] === node);
    const fault = isLeader ? cluster.faults.shift() : 'not-leader';
    if (fault === 'cut-before') socket.destroy();
    if (fault === 'cut-before' || fault === 'silent') return false;
    const refusal = fault === 'cut-after' || fault === undefined ? undefined : errors[fault];
    const results = batches.map(({ topic, partition, batch }) => {
      if (refusal !== undefined) return { topic, partition, error: refusal };
      const name = `${String(batch.producerId)} ${topic} ${String(partition)}`;
      const last = sequences.get(name);
      // Written already: the answer was lost on its way.
      if (last?.first === batch.firstSequence) return { topic, partition, error: errors.none };
      if (batch.firstSequence !== (last?.next ?? 0)) {
        cluster.complaints.push(`sequence ${String(batch.firstSequence)} of ${name}`);
        return { topic, partition, error: errors['out-of-order'] };
      }
      const { firstSequence: first, records } = batch;
      sequences.set(name, { first, next: first + records.length });
      cluster.records.push(...records.map((record) => ({ ...record, topic, partition, acks })));
      return { topic, partition, error: errors.none };
    });
    if (fault === 'cut-after') {
      socket.destroy();
      return false;
    }
    response
      .array(results, ({ topic, partition, error }) => {
        response.string(topic).array([partition], () => {
          response.int32(partition).int16(error).int64(0n).int64(-1n).int64(0n);
          response.array([], () => undefined).string(null);
        });
      })
      .int32(0);
    return true;
  }

  const cluster: KafkaCluster & { ports: number[] } = {
    ports: [],
    records: [],
    faults: [],
    leaders: Array.from({ length: partitions }, (_, partition) => partition % brokers),
    complaints: [],
    requests: [],
    async stopListening() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(
        servers.filter(({ listening }) => listening).map((server) => once(server.close(), 'close')),
      );
    },
    async listenAgain() {
      await Promise.all(servers.map((server, node) => listen(server, cluster.ports[node])));
    },
  };
  for (const server of servers) cluster.ports.push(await listen(server));
  return cluster;
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
