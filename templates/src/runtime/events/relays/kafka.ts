import { compatibilityPartitioner, Producer, stringSerializers } from '@platformatic/kafka';
import { cloudEventMediaType, type CloudEvent } from '../cloud-event.ts';
import type { StoredEvent } from '../event.ts';
import { fittingJson } from './fitting.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import type { Broker } from './relay.ts';

/** Of the Kafka protocol binding of CloudEvents, section 3.3. */
const contentType = `${cloudEventMediaType}; charset=UTF-8`;
/** Every replica that is in sync keeps the message. */
const all = -1;
/** Milliseconds. */
const timeout = 5000;
const retries = 3;
const retryDelay = 200;
/** Bytes of a message that brokers accept by default, without what its key and headers need. */
const room = 1_000_000;

export interface KafkaOptions {
  readonly settings: KafkaSettings;
  /** Name of the service; the topic is `<service>.events`. */
  readonly service: string;
  write(event: StoredEvent): CloudEvent;
}

/**
 * Kafka: every event is a message on one topic with its subject as the key, so that the events of one resource are in one
 * partition, in order. A producer that is idempotent sends a batch again after a failure without writing it twice.
 */
export function kafkaBroker({ settings, service, write }: KafkaOptions): Broker {
  const topic = `${service}.events`;
  let producer: Producer<string, string, string, string> | undefined;

  async function close(): Promise<void> {
    const closing = producer;
    producer = undefined;
    await closing?.close(true).catch(() => undefined);
  }

  return {
    name: 'kafka',
    async send(events) {
      producer ??= open(settings, service);
      try {
        await producer.send({
          acks: all,
          messages: events.map((event) => {
            const cloudEvent = write(event);
            return {
              topic,
              key: cloudEvent.partitionkey,
              value: fittingJson(cloudEvent, room),
              headers: { 'content-type': contentType },
            };
          }),
        });
      } catch (error) {
        // Its numbering may differ from that of the broker now: the next attempt begins as a new producer.
        await close();
        throw error;
      }
    },
    close,
  };
}

function open({ brokers, isSecure, sasl }: KafkaSettings, service: string) {
  return new Producer({
    clientId: service,
    bootstrapBrokers: [...brokers],
    serializers: stringSerializers,
    // The partition that every other client would choose for the key.
    partitioner: (message, key) => compatibilityPartitioner(message, key),
    autocreateTopics: true,
    idempotent: true,
    timeout,
    connectTimeout: timeout,
    requestTimeout: timeout,
    retries,
    retryDelay,
    ...(isSecure ? { tls: {} } : {}),
    ...(sasl === undefined ? {} : { sasl }),
  });
}
