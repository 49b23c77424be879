import type { Texts, Wording } from '../../endpoints/languages/texts.ts';
import type { AddressFault } from './receiver-address.ts';

interface WebhookTexts {
  /** Behind the name of the member. */
  readonly faults: Readonly<Record<AddressFault, string>>;
  readonly isDisabled: string;
  readonly versionRetired: string;
  tooMany(limit: number): string;
}

const en: WebhookTexts = {
  faults: {
    form: 'is no absolute address, or has a fragment',
    credentials: 'must not hold credentials: deliveries are signed',
    scheme: 'must be an https address',
    network: 'names a network that nothing is sent to',
  },
  versionRetired: 'names a version that is gone',
  isDisabled: 'The webhook endpoint is disabled. Enable it first.',
  tooMany: (limit) => `A client has at most ${String(limit)} webhook endpoints.`,
};

const de: WebhookTexts = {
  faults: {
    form: 'ist keine absolute Adresse oder hat ein Fragment',
    credentials: 'darf keine Zugangsdaten enthalten: Zustellungen sind signiert',
    scheme: 'muss eine https-Adresse sein',
    network: 'nennt ein Netz, in das nichts gesendet wird',
  },
  versionRetired: 'nennt eine Version, die es nicht mehr gibt',
  isDisabled: 'Der Webhook-Endpunkt ist abgeschaltet. Er muss zuerst eingeschaltet werden.',
  tooMany: (limit) => `Ein Client hat höchstens ${String(limit)} Webhook-Endpunkte.`,
};

const languages = new Map([
  ['en', en],
  ['de', de],
]);

/** What webhooks have to say, in the language that is asked for. */
export function webhookWording(say: (texts: WebhookTexts) => string): Wording {
  return ({ language }: Texts) => say(languages.get(language) ?? en);
}
