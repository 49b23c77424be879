/**
 * A version of the interface, as the specification says it: it is a part of the program, and never changes while that runs.
 * Days are YYYY-MM-DD and begin at 00:00 UTC, instants are in UTC.
 */
export interface ApiVersion {
  /** As clients name it: `4`, or `2026-03-01`. */
  readonly label: string;
  /** Its last minor release: MAJOR.MINOR.PATCH, or a date and how often something was added since. Absent: it has had none. */
  readonly release?: string;
  /** Day of its release; absent: a draft, which may still change. */
  readonly released?: string;
  /** From then on it gets no new features. */
  readonly maintained?: string;
  /** When its end was announced. */
  readonly announced?: string;
  readonly deprecated?: string;
  /** From then on it is answered with 410. */
  readonly sunset?: string;
  /** When it is not served for a while, so that who still needs it learns that before its end. */
  readonly brownouts?: readonly { readonly from: string; readonly to: string }[];
  /** From then on nothing is changed by it. */
  readonly readOnly?: string;
  /** How much each client may ask of it from then on: so many requests in so many milliseconds. */
  readonly quota?: { readonly from: string; readonly requests: number; readonly per: number };
  /** Operations that it loses before its end, by their ids in this version. */
  readonly withdrawn?: readonly { readonly operation: string; readonly from: string }[];
  /** From then on it takes no new clients. */
  readonly closed?: string;
  /** Clients whom its restrictions do not concern until then. */
  readonly exemptions?: readonly { readonly client: string; readonly until: string }[];
  /** Address of the guide to the next version. */
  readonly migrationGuide?: string;
  /** Label of the version to go to. */
  readonly successor?: string;
}

/** As JSON documents name a version: a number where versions are numbered, a text where they are dates. */
export function versionValue({ label }: Pick<ApiVersion, 'label'>): number | string {
  return label.includes('-') ? label : Number(label);
}

/** Whether its end has come. */
export function isRetired({ sunset }: Pick<ApiVersion, 'sunset'>, now: Date): boolean {
  return sunset !== undefined && now.getTime() >= Date.parse(sunset);
}

/** Where the routes of a version are mounted. This address is internal, whatever strategy clients use. */
export function internalPrefix({ label }: ApiVersion): string {
  return `/v${label}`;
}

/**
 * The first instant of a day in UTC, wherever the service runs (ECMAScript, section 21.4.1.32), or an instant itself.
 *
 * @returns milliseconds since 1970
 */
export function instantOf(day: string): number {
  return Date.parse(day);
}

/** Whether a day has begun. */
export function hasCome(day: string | undefined, now: Date): boolean {
  return day !== undefined && instantOf(day) <= now.getTime();
}
