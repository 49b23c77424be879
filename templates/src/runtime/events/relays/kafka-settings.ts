import { ConfigurationError } from '../../service/configuration-error.ts';

export interface KafkaSettings {
  /** `host:port` of brokers to begin with. */
  readonly brokers: readonly string[];
  readonly isSecure: boolean;
  readonly sasl?: {
    readonly mechanism: SaslMechanism;
    readonly username: string;
    readonly password: string;
  };
}

export const saslMechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

export type SaslMechanism = (typeof saslMechanisms)[number];

/** The settings as the environment has them. */
export interface KafkaEnvironment {
  readonly KAFKA_BROKERS: string;
  readonly KAFKA_TLS: boolean;
  readonly KAFKA_SASL_MECHANISM?: SaslMechanism;
  readonly KAFKA_USERNAME?: string;
  readonly KAFKA_PASSWORD?: string;
}

/** @throws {ConfigurationError} where they are not what they should be; the message tells which setting, and no secret */
export function readKafkaSettings(environment: KafkaEnvironment): KafkaSettings {
  const brokers = environment.KAFKA_BROKERS.split(',').map((broker) => broker.trim());
  if (!brokers.every(isBroker)) {
    throw new ConfigurationError(
      'KAFKA_BROKERS must be host:port; several are separated by commas',
    );
  }
  const {
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
  } = environment;
  const given = [mechanism, username, password].filter((setting) => setting !== undefined);
  if (given.length !== 0 && given.length !== 3) {
    throw new ConfigurationError(
      'KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD belong together',
    );
  }
  return {
    brokers,
    isSecure: environment.KAFKA_TLS,
    ...(mechanism === undefined || username === undefined || password === undefined
      ? {}
      : { sasl: { mechanism, username, password } }),
  };
}

function isBroker(text: string): boolean {
  const url = URL.parse(`kafka://${text}`);
  return url !== null && url.host === text && /:\d+$/.test(text) && Number(url.port) > 0;
}
