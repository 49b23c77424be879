import type { Newest, Selector } from '../selector.ts';
import { impliedVersion } from '../versioned-address.ts';
import { besideAddress } from './beside-address.ts';

export interface MediaTypeOptions extends Newest {
  readonly vendor: string;
  /** Whether the service has a stream of events. */
  readonly hasStream: boolean;
}

/** Streams of events have a media type of their own. */
const isStream = (path: string) => /^\/events(?:\?|$)/.test(path);

/**
 * The media types name the version. No range of any type is beside them: a service that pins a version would answer in that
 * one once the named version is gone.
 */
export function mediaTypeSelector({ newest, vendor, hasStream }: MediaTypeOptions): Selector {
  const own = (label: string) => `application/vnd.${vendor}.v${label}`;

  /** Problems are the same in every version. */
  const withVersion = (value: string, label: string) =>
    value.replaceAll(
      /(?<=^|[\s,])application\/(?!problem)(?:([\w.-]+)\+)?(json|xml)(?=$|[\s;,])/gi,
      (_, structure: string | undefined, suffix: string) =>
        `${own(label)}${structure === undefined ? '' : `.${structure}`}+${suffix}`,
    );

  /** The types of pages and streams name no version: where one is wanted, another type names it, which is wanted least. */
  function acceptedWithVersion(value: string, label: string): string {
    const named = withVersion(value, label);
    const json = withVersion('application/json', label);
    const isWanted = /text\/(?:html|event-stream)(?!;q=0(?:,|$))/i.test(value);
    return isWanted && !named.includes(json) ? `${named}, ${json};q=0.001` : named;
  }

  return {
    ...besideAddress(newest),
    selecting(address) {
      const found = impliedVersion(address, newest);
      if (found === undefined) return { target: address, headers: {} };
      const { path: target, label } = found;
      const type = hasStream && isStream(target) ? 'text/event-stream' : 'application/json';
      return { target, headers: { accept: acceptedWithVersion(type, label) } };
    },
    typed(value, address, header) {
      const found = impliedVersion(address, newest);
      if (found === undefined) return value;
      const naming = header === 'accept' ? acceptedWithVersion : withVersion;
      return naming(value, found.label);
    },
    plain(mediaType, address) {
      const start = own(impliedVersion(address, newest)?.label ?? '');
      const isNamed = mediaType.startsWith(`${start}.`) || mediaType.startsWith(`${start}+`);
      return isNamed ? mediaType.replace(start, 'application/').replace(/\/[.+]/, '/') : mediaType;
    },
    unknownVersionStatus: 406,
    selectedBy: 'type',
  };
}
