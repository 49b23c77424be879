/** An address of the tests in its parts. */
export interface VersionedAddress {
  readonly label: string;
  /** Without the version, with the query: `/orders?page=2`. */
  readonly path: string;
}

/** The parts of an address of the tests; undefined where it names no version. */
export function versionedAddress(address: string): VersionedAddress | undefined {
  const [, label, path = ''] = /^\/v(\d[\d-]*)((?:[/?#].*)?)$/s.exec(address) ?? [];
  if (label === undefined) return undefined;
  return { label, path: path.startsWith('/') ? path : `/${path}` };
}

const ofService =
  /^\/(?:(?:health|versions|openapi|asyncapi(?:\.json)?|docs|problems|metrics|sign-in|sign-out|\.well-known)(?:[/?#]|$)|[?#]|$)/;

/**
 * The same where links name no version: what does not belong to the service as a whole is of the version of the tests.
 *
 * @param newest label of that version
 */
export function impliedVersion(address: string, newest: string): VersionedAddress | undefined {
  const isWithin = address.startsWith('/') && !ofService.test(address);
  const implied = isWithin ? { label: newest, path: address } : undefined;
  return versionedAddress(address) ?? implied;
}
