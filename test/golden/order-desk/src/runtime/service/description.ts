/** Who and what a service is, as its documents tell it. */
export interface ServiceDescription {
  readonly name: string;
  readonly title: string;
  readonly vendor: string;
  readonly purpose: string;
  readonly domain: string;
  readonly contact?: { readonly name?: string; readonly email?: string; readonly url?: string };
  readonly license?: {
    readonly name: string;
    /** Of SPDX, where it has one. */
    readonly identifier?: string;
  };
  /** MAJOR.MINOR.PATCH of the interface; only the major is part of an address. */
  readonly version: string;
}
