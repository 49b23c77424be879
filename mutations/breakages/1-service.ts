import { breakage, type Breakage } from './breakage.ts';

/** The home document, the catalogue, health and the document of the interface. */
export const service: readonly Breakage[] = [
  breakage(
    'C-001',
    'the home document has no links',
    'runtime/service/home.ts',
    'headers: { link },',
    '',
  ),
  breakage(
    'C-002',
    'every operation has the same name',
    'runtime/service/openapi/operation.ts',
    'operationId: operation.id,',
    "operationId: 'same',",
  ),
  breakage(
    'C-003',
    'the catalogue is plain JSON',
    'runtime/service/api-catalog.ts',
    "const mediaType = 'application/linkset+json';",
    "const mediaType = 'application/json';",
  ),
  breakage(
    'C-004',
    'health asks for a credential',
    'runtime/service/health.ts',
    'isPublic: true,',
    'isPublic: false,',
  ),
];
