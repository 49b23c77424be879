import type { Row } from '../change.ts';
import { rowOf } from '../table.ts';
import { unseenRows } from '../unseen-rows.ts';
import type { DocumentPart } from './rows/document-part.ts';
import { requests } from './rows/requests.ts';
import { responses } from './rows/responses.ts';
import { schemas } from './rows/schemas.ts';
import { security } from './rows/security.ts';
import { service } from './rows/service.ts';

/** The rows that only documents have, in the order of the page. */
export const documentParts: readonly DocumentPart[] = [
  service,
  requests,
  responses,
  security,
  schemas,
];

const added: ReadonlyMap<string, Row> = new Map([
  ...documentParts.flatMap(({ rows }) => Object.entries(rows)),
  ...Object.entries(unseenRows).filter(([, { isInDocument }]) => isInDocument),
]);

/** The row of an identifier in a comparison of documents. Throws an Error where there is none. */
export function documentRowOf(id: string): Row {
  return added.get(id) ?? rowOf(id);
}
