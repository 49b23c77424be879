import type { HeaderFields } from '../../endpoints/header-fields.ts';
import { maxLinkLength } from '../../endpoints/link-header.ts';
import { instantOf } from '../version.ts';
import { deprecationsPath, sectionOf, type DeprecatedFeature } from './feature.ts';

/** Adds to the header fields of an answer that the request uses a feature. */
export type Notice = (headers: HeaderFields) => void;

/**
 * The header fields of an answer about one feature: when it is deprecated (RFC 9745), when it ends (RFC 8594), which one it is, and
 * where that is explained. Where a request uses several features, or its version ends, the fields have the earliest days.
 *
 * @param basePath in front of links
 */
export function noticeOf(label: string, feature: DeprecatedFeature, basePath: string): Notice {
  const { name, since, sunset } = feature;
  const deprecated = instantOf(since) / 1000;
  const ended = sunset === undefined ? undefined : instantOf(sunset);
  const link = `<${basePath}${deprecationsPath}#${sectionOf(label, feature)}>; rel="deprecation"`;
  return (headers) => {
    const known = fieldOf(headers, 'deprecation');
    if (known === undefined || deprecated < Number(known.slice(1))) {
      headers['deprecation'] = `@${String(deprecated)}`;
    }
    const end = fieldOf(headers, 'sunset');
    if (ended !== undefined && (end === undefined || ended < Date.parse(end))) {
      headers['sunset'] = new Date(ended).toUTCString();
    }
    append(headers, 'api-deprecated-features', name);
    append(headers, 'link', link);
  };
}

/** Clients stop reading where fields are too long: what does not fit is in the list of features. */
function append(headers: HeaderFields, field: string, value: string): void {
  const known = fieldOf(headers, field);
  const text = known === undefined ? value : `${known}, ${value}`;
  if (text.length <= maxLinkLength) headers[field] = text;
}

function fieldOf(headers: HeaderFields, field: string): string | undefined {
  const value = headers[field];
  return value === undefined ? undefined : String(value);
}
