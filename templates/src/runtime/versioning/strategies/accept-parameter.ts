import type { Strategy } from '../resolution.ts';
import { mediaTypeOf, typedVersions, type TypedVersionsOptions } from '../typed-versions.ts';

/** A parameter of any media type names the version: `application/json; version=4`, quoted or not. */
export function acceptParameter(options: TypedVersionsOptions): Strategy {
  return typedVersions(options, {
    read(type, parameters) {
      const [label, ...others] = new Set(parameters.filter(isVersion).map(valueOf));
      return {
        // Two of them are none.
        ...(label === undefined ? {} : { label: others.length === 0 ? label : '' }),
        type,
        parameters: parameters.filter((text) => !isVersion(text)),
      };
    },
    write(label, contentType) {
      const type = mediaTypeOf(contentType);
      return `${type}; version=${label}${contentType.slice(type.length)}`;
    },
  });
}

function isVersion(parameter: string): boolean {
  return /^version\s*=/i.test(parameter);
}

function valueOf(parameter: string): string {
  const value = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^"(.*)"$/.exec(value)?.[1] ?? value;
}
