import { apiKeyStore } from '../../../../src/runtime/authentication/api-key-store.ts';
import type { CredentialContext, CredentialMaker } from './credential-maker.ts';

/** API keys, which the service makes itself. @param header name of the one that carries them, in lower case */
export function apiKeyCredentials<Tables>(
  { database, newId, clock }: CredentialContext<Tables>,
  { vendor, header }: { readonly vendor: string; readonly header: string },
): CredentialMaker {
  return async (name, granted, expiresAt) => {
    const store = apiKeyStore(database, vendor, newId);
    const end = expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() };
    return { [header]: await store.make({ name, now: clock(), ...end, ...granted }) };
  };
}
