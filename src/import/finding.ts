import type { Path } from '../specification/issue.ts';

/** What happened to a part of the document that `service.yaml` does not have as it is written there. */
export type FindingKind = 'dropped' | 'guessed' | 'renamed' | 'kept-as-json';

export interface Finding {
  /** JSON Pointer (RFC 6901) of the place in the document. */
  readonly at: string;
  /** Of the place, counted from 1. */
  readonly line: number;
  readonly kind: FindingKind;
  readonly message: string;
}

/** Collects what is found; the same thing at the same place counts once. */
export interface Findings {
  add(kind: FindingKind, at: Path, message: string): void;
  /** In the order of their lines. */
  all(): Finding[];
}

export function collectFindings(lineOf: (path: Path) => number): Findings {
  const found = new Map<string, Finding>();
  return {
    add(kind, path, message) {
      const at = pointerOf(path);
      const key = `${kind} ${at} ${message}`;
      if (!found.has(key)) found.set(key, { at, line: lineOf(path), kind, message });
    },
    all: () => [...found.values()].sort((one, other) => one.line - other.line),
  };
}

export function pointerOf(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
