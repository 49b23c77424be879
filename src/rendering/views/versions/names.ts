/** `V1`, `V20260301`: behind a type, that of an older version. */
export function versionName(label: string): string {
  return `V${label.replaceAll('-', '')}`;
}

/** `v1`, `v2026-03-01`: the folder of a version. */
export function versionFolder(label: string): string {
  return `v${label}`;
}
