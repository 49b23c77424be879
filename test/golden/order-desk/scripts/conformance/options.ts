import { parseArgs } from 'node:util';

export interface Options {
  /** Address of a service that runs elsewhere, without a slash at the end. */
  readonly url?: string;
  /** The report is printed as JSON, not as text. */
  readonly json: boolean;
  /** File that gets the report as a page. */
  readonly html?: string;
}

export const usage =
  'Usage: npm run conformance -- [--json] [--html FILE] [--url https://host[/path]]\n';

/** Thrown with what is wrong with the arguments. */
export class UsageError extends Error {}

export function optionsFrom(args: readonly string[]): Options {
  const { url, json, html } = parsed(args);
  return {
    json,
    ...(html === undefined ? {} : { html }),
    ...(url === undefined ? {} : { url: addressOf(url) }),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        json: { type: 'boolean', default: false },
        html: { type: 'string' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text} is no address of HTTP.`);
  }
  if (url.href !== url.origin + url.pathname) {
    throw new UsageError(
      `An address to test is a scheme, a host and perhaps a path, as in ${url.origin}.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}
