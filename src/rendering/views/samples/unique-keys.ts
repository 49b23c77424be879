import type { ResourceModel } from '../../../model/model.ts';

/** The members, alone or together, of which no two rows have the same values. */
export function uniqueKeys({ fields, unique }: ResourceModel): readonly (readonly string[])[] {
  return [
    ...fields.filter(({ field }) => field.unique).map(({ name }) => [name]),
    ...unique.map((group) => group.map(({ name }) => name)),
  ];
}
