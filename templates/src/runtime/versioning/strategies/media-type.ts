import type { Strategy } from '../resolution.ts';
import { mediaTypeOf, typedVersions, type TypedVersionsOptions } from '../typed-versions.ts';

export interface MediaTypeOptions extends TypedVersionsOptions {
  readonly vendor: string;
}

/**
 * A media type of the vendor names the version: `application/vnd.acme.v4+json`, `application/vnd.acme.v4.hal+json`. Problems
 * and pages for people have none.
 */
export function mediaType({ vendor, ...options }: MediaTypeOptions): Strategy {
  const start = `application/vnd.${vendor}.v`;
  return typedVersions(options, {
    read(type, parameters) {
      if (!type.startsWith(start)) return { type, parameters };
      const [, label = '', structure, suffix = ''] =
        /^([^.+]*)(?:\.([a-z][^+]*))?\+([a-z]+)$/.exec(type.slice(start.length)) ?? [];
      const plain = structure === undefined ? suffix : `${structure}+${suffix}`;
      return { label, type: `application/${plain}`, parameters };
    },
    write(label, contentType) {
      const type = mediaTypeOf(contentType);
      const [, structure, suffix] = /^application\/(?:([^+]+)\+)?(json|xml)$/.exec(type) ?? [];
      if (suffix === undefined) return contentType;
      // JSON has no charset (RFC 8259, section 11).
      const parameters = suffix === 'json' ? '' : contentType.slice(type.length);
      return `${start}${label}${structure === undefined ? '' : `.${structure}`}+${suffix}${parameters}`;
    },
  });
}
