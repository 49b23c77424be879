export { importDocument, type Imported, type ImportedResource } from './import-document.ts';
export { type Finding, type FindingKind } from './finding.ts';
export { documentLimits } from '../openapi/read/limits.ts';
