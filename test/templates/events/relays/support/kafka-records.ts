import { WireReader } from './kafka-wire.ts';

/** A record batch (kafka.apache.org/documentation, "Message Format": version 2). */
export interface RecordBatch {
  readonly producerId: bigint;
  readonly producerEpoch: number;
  readonly firstSequence: number;
  readonly records: readonly KafkaRecord[];
}

export interface KafkaRecord {
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws where it is not uncompressed, whole, and of the checksum that it says to have */
export function recordBatchIn(bytes: Buffer): RecordBatch {
  const head = new WireReader(bytes);
  head.int64();
  const length = head.int32();
  if (length !== head.rest) throw new Error('there is not one batch');
  head.int32();
  if (head.int8() !== 2) throw new Error('of another version');
  const checksum = head.uint32();
  const body = head.bytes(head.rest);
  if (checksum !== crc32c(body)) throw new Error('the checksum is wrong');
  const reader = new WireReader(body);
  if (reader.int16() !== 0) throw new Error('attributes that nobody asked for');
  const lastOffset = reader.int32();
  reader.int64();
  reader.int64();
  const producerId = reader.int64();
  const producerEpoch = reader.int16();
  const firstSequence = reader.int32();
  const records = reader.array(() => recordIn(reader));
  if (lastOffset !== records.length - 1 || reader.rest !== 0) throw new Error('of another length');
  return { producerId, producerEpoch, firstSequence, records };
}

function recordIn(batch: WireReader): KafkaRecord {
  const reader = new WireReader(batch.bytes(batch.varint()));
  reader.int8();
  reader.varint();
  reader.varint();
  const text = () => {
    const length = reader.varint();
    return length < 0 ? null : reader.bytes(length).toString();
  };
  const [key, value] = [text(), text()];
  const headers = Array.from({ length: reader.varint() }, () => [text(), text()]);
  if (value === null || reader.rest !== 0) throw new Error('a record of another form');
  return { key, value, headers: Object.fromEntries(headers) as Record<string, string> };
}

/** Castagnoli's (RFC 3720, appendix B.4), and not that of zlib. */
export function crc32c(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** As the Java client has it (org.apache.kafka.common.utils.Utils); it decides about the partition of a key. */
export function murmur2(bytes: Buffer): number {
  const m = 0x5bd1e995;
  let h = 0x9747b28c ^ bytes.length;
  const whole = bytes.length - (bytes.length % 4);
  for (let index = 0; index < whole; index += 4) {
    let k = Math.imul(bytes.readInt32LE(index), m);
    k = Math.imul(k ^ (k >>> 24), m);
    h = Math.imul(h, m) ^ k;
  }
  if (whole < bytes.length) {
    for (let index = bytes.length - 1; index >= whole; index -= 1) {
      h ^= (bytes[index] ?? 0) << (8 * (index - whole));
    }
    h = Math.imul(h, m);
  }
  h = Math.imul(h ^ (h >>> 13), m);
  return h ^ (h >>> 15);
}
