/** What differs between two OpenAPI documents. */
export { compareDocuments, type DocumentsCompared } from './compare-documents.ts';
export { documentParts, documentRowOf } from './table.ts';
