import { maxLinkLength } from '../endpoints/link-header.ts';
import type { Resolution, Strategy } from './resolution.ts';
import type { StandingOf } from './version-standing.ts';

/**
 * Where to go from a version that is not the newest (RFC 5829), and where its end is explained. Versions are linked to at
 * the place of the request, whether there is something or not; to a place with a very long address they are not.
 */
export function versionLinks(standing: StandingOf, strategy: Strategy) {
  return (
    { version, path }: Extract<Resolution, { readonly kind: 'resolved' }>,
    now: Date,
  ): string => {
    const { policyLinks, successor, latest } = standing(version, now);
    if (successor === undefined) return policyLinks;
    const place = path.search(unsafe) === -1 ? path : path.replaceAll(unsafe, encodeURIComponent);
    let links = policyLinks === '' ? '' : `${policyLinks}, `;
    links += `<${strategy.link(successor, place)}>; rel="successor-version"`;
    if (latest !== undefined) links += `, <${strategy.link(latest, place)}>; rel="latest-version"`;
    // What ends, and when, is said wherever it is asked for.
    return links.length > maxLinkLength ? policyLinks : links;
  };
}

/** What a path may hold on the wire and a link may not (RFC 3986, section 3.3). */
const unsafe = /[^!$%&'()*+,./0-9:;=@A-Z_a-z~-]/g;
