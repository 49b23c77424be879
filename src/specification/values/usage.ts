/** Keys that say how a field is kept or shown, and nothing about its values. */
export const ofTheFieldAlone = [
  'description',
  'required',
  'nullable',
  'default',
  'example',
  'unique',
  'immutable',
  'readOnly',
  'deprecated',
  'replacedBy',
  'readableBy',
  'writableBy',
] as const;
