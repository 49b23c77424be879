import type { Mistake } from '../specification/index.ts';
import type { Overlay } from '../rendering/overlays/overlay.ts';
import type { PolicyHeader } from './schema.ts';

export type Mapping = Readonly<Record<string, unknown>>;

/** A key of a specification, one part after the other; `*` stands for every resource. */
export type KeyPath = readonly string[];

/** A value that no service changes. */
export interface Lock {
  readonly path: KeyPath;
  readonly value: unknown;
  readonly reason: string;
}

/** The choices that services have. */
export interface Allowance {
  readonly path: KeyPath;
  readonly values: readonly unknown[];
  readonly reason: string;
}

/** One kit, without those that it extends. */
export interface Kit {
  readonly name: string;
  readonly version: string;
  readonly description?: string | undefined;
  /** A range of versions of the generator. */
  readonly generator?: string | undefined;
  /** Where the kit is that it adds to. */
  readonly extends?: string | undefined;
  readonly defaults: Mapping;
  readonly locked: readonly Lock[];
  readonly allowed: readonly Allowance[];
  readonly noticePeriod?: number | undefined;
  readonly headers: readonly PolicyHeader[];
  readonly starter: Mapping;
  /** The templates that it has, without their texts. */
  readonly templates: readonly Pick<Overlay, 'path' | 'kind'>[];
}

/** The texts of one kit. */
export interface KitFile {
  /** As messages name its `kit.yaml`. */
  readonly file: string;
  readonly text: string;
  /** In the order of `templates`. */
  readonly templates: readonly TemplateText[];
}

/** The text of one template of a kit. */
export interface TemplateText {
  readonly path: string;
  readonly text: string;
}

/** A kit with all that it extends, the first of them first. */
export interface LoadedKit {
  /** Where it is, as `service.kits` has it. */
  readonly ref: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly chain: readonly Kit[];
  readonly files: readonly KitFile[];
  /** The templates of all of them. */
  readonly overlays: readonly Overlay[];
}

/** An entry of `service.kits`. */
export interface KitPin {
  readonly kit: string;
  readonly version: string;
  readonly integrity: string;
}

export type KitReading =
  | { readonly ok: true; readonly kit: Kit }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** As messages name a kit. */
export function shownKit({ name, version }: Pick<Kit, 'name' | 'version'>): string {
  return `the kit ${name} ${version}`;
}
