import type { Selected, SelectedBy } from './selected.ts';

/** What is sent for an address of the tests: the path names the version here as it does there. */
export function selecting(address: string): Selected {
  return { target: address, headers: {} };
}

/** What links show for an address of the tests. */
export function linked(address: string): string {
  return address;
}

/** The whole address that documents and events show for one of the tests. */
export function absolute(baseUrl: string, address: string): string {
  return baseUrl + linked(address);
}

/** The address of the tests that a link leads to. */
export function followed(link: string): string {
  return link;
}

/** A value of Accept or Content-Type as it is sent to an address of the tests. */
export function typed(value: string, _address: string, _header: string): string {
  return value;
}

/** A media type of an answer from such an address, as representations are called. */
export function plain(mediaType: string, _address: string): string {
  return mediaType;
}

/** Answers to a version that does not exist. */
export const unknownVersionStatus = 404;

/** Query parameters that name it, and nothing else. */
export const ownParameters: readonly string[] = [];

/** Where it is looked for, and nowhere else. */
export const selectedBy: SelectedBy = 'path';
