import licenses from 'spdx-license-ids/index.json' with { type: 'json' };

const identifiers: ReadonlySet<string> = new Set(licenses);

/** A licence as OpenAPI shows it (3.1, section 4.8.4): with its SPDX identifier, where the name is one. */
export function licenseView(name: string) {
  return identifiers.has(name) ? { name, identifier: name } : { name };
}
