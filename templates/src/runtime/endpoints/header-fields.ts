/** Header fields of an answer, by their names in lower case. A list is sent as one field line for each of its values. */
export type HeaderFields = Record<string, string | string[]>;
