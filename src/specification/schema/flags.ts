import { fieldAccess } from './access.ts';
import { text } from './building.ts';
import { deprecatedFieldKey } from './deprecation.ts';
import { camelCase } from './forms.ts';
import { Type } from './type.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));

/** Keys of every field and of every member of an object. */
export const memberKeys = {
  description: Type.Optional(
    text(2000, { description: 'What the field means, for readers of the interface.' }),
  ),
  required: flag(
    'A client must send the field when it creates or replaces a row. Not together with default.',
  ),
  nullable: flag('The value may be null.'),
  ...deprecatedFieldKey,
  replacedBy: Type.Optional(
    text(
      60,
      {
        description:
          'The sibling field to use in place of this deprecated one, where deprecated is true; a mapping says so itself.',
      },
      camelCase,
    ),
  ),
};

/** Key of what a client sends and that is kept to itself. */
export const writeOnlyKey = {
  writeOnly: flag('Sent by clients and never shown again, not even in logs, such as a secret.'),
};

/** Key of fields that have a column. */
const renamedFromKey = {
  renamedFrom: Type.Optional(
    text(
      60,
      {
        description:
          'What the field was called when the service was generated last: its values stay. It can go after that generation.',
      },
      camelCase,
    ),
  ),
};

/** Keys of the fields of a resource only. */
export const fieldKeys = {
  ...renamedFromKey,
  immutable: flag('Set when the row is created and never changed afterwards.'),
  readOnly: flag('Set by the service only: clients see it and cannot send it.'),
  ...writeOnlyKey,
  ...fieldAccess,
};

/** Key of fields whose values can be compared in an index. */
export const uniqueKey = {
  unique: flag(
    'No two rows have the same value; rows without a value do not count. Where authentication.rules has a rule about the resource, that is among the rows with the same value of its field, such as those of one tenant; where it has one about a resource above it, among the rows of one parent.',
  ),
};
