import type { Route } from '../endpoints/route.ts';
import { Type } from '../resources/type.ts';
import type { ServiceDescription } from '../service/description.ts';

const wellKnown = '/.well-known/oauth-protected-resource';

const Address = Type.String({ format: 'uri', maxLength: 2048 });
const Metadata = Type.Object(
  {
    resource: Address,
    resource_name: Type.String({ maxLength: 255 }),
    resource_documentation: Address,
    authorization_servers: Type.Array(Address, { minItems: 1, maxItems: 1 }),
    scopes_supported: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
    bearer_methods_supported: Type.Array(Type.Enum(['header']), { maxItems: 1 }),
  },
  { description: 'Metadata of a protected resource (RFC 9728, section 2).' },
);

export interface ProtectedResource {
  readonly description: ServiceDescription;
  /** Identifies the resource. Absolute, without a slash at the end. */
  readonly baseUrl: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
}

/**
 * Where clients look for the metadata: the path of the resource comes behind the well-known one (RFC 9728, section 3.1).
 */
export function metadataAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + wellKnown + (pathname === '/' ? '' : pathname);
}

/** Tells clients which issuer gives them a token for this service. */
export function protectedResourceRoutes({
  description,
  baseUrl,
  issuer,
  scopes,
}: ProtectedResource): Route[] {
  const route = (path: string, isHidden: boolean): Route => ({
    path,
    isHidden,
    operations: {
      GET: {
        id: 'getProtectedResource',
        summary: 'Find who gives tokens',
        description: 'The metadata of RFC 9728: which issuer gives tokens for this service.',
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        answers: { 200: { description: 'The metadata.', schema: Metadata } },
        handle: () => ({
          status: 200,
          body: {
            resource: baseUrl,
            resource_name: description.title,
            resource_documentation: `${baseUrl}/docs`,
            authorization_servers: [issuer],
            ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
            bearer_methods_supported: ['header'],
          },
        }),
      },
    },
  });
  const inserted = new URL(metadataAddress(baseUrl)).pathname;
  // A service behind a path is asked at both: a proxy may or may not take the path away.
  return [route(wellKnown, false), ...(inserted === wellKnown ? [] : [route(inserted, true)])];
}
