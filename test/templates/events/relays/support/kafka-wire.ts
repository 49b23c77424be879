/** The primitive types of the Kafka protocol (kafka.apache.org/protocol, "Protocol Primitive Types"). */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get rest(): number {
    return this.#bytes.length - this.#at;
  }

  bytes(length: number): Buffer {
    if (length > this.rest) throw new Error(`${String(length)} bytes of ${String(this.rest)}`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  int8(): number {
    return this.bytes(1).readInt8();
  }

  int16(): number {
    return this.bytes(2).readInt16BE();
  }

  int32(): number {
    return this.bytes(4).readInt32BE();
  }

  uint32(): number {
    return this.bytes(4).readUInt32BE();
  }

  int64(): bigint {
    return this.bytes(8).readBigInt64BE();
  }

  unsignedVarint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes(1).readUInt8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** Zigzag, as in records. */
  varint(): number {
    const value = this.unsignedVarint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  string(): string | null {
    const length = this.int16();
    return length < 0 ? null : this.bytes(length).toString();
  }

  /** Length plus one, as in the flexible versions. */
  compactBytes(): Buffer {
    return this.bytes(this.unsignedVarint() - 1);
  }

  tags(): void {
    if (this.unsignedVarint() !== 0) throw new Error('a tagged field that nobody asked for');
  }

  array<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.int32() }, read);
  }
}

export class WireWriter {
  readonly #parts: Buffer[] = [];

  #add(length: number, write: (bytes: Buffer) => void): this {
    const bytes = Buffer.alloc(length);
    write(bytes);
    this.#parts.push(bytes);
    return this;
  }

  int8(value: number): this {
    return this.#add(1, (bytes) => bytes.writeInt8(value));
  }

  int16(value: number): this {
    return this.#add(2, (bytes) => bytes.writeInt16BE(value));
  }

  int32(value: number): this {
    return this.#add(4, (bytes) => bytes.writeInt32BE(value));
  }

  int64(value: bigint): this {
    return this.#add(8, (bytes) => bytes.writeBigInt64BE(value));
  }

  /** Below 128, which is all that is needed here. */
  unsignedVarint(value: number): this {
    return this.int8(value);
  }

  string(value: string | null): this {
    if (value === null) return this.int16(-1);
    const bytes = Buffer.from(value);
    return this.int16(bytes.length).raw(bytes);
  }

  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }

  array<Item>(items: readonly Item[], write: (item: Item) => void): this {
    this.int32(items.length);
    for (const item of items) write(item);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
