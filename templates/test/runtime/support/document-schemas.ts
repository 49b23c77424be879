import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * Checks values by the schemas of an OpenAPI or AsyncAPI document, which it calls `document`. It has formats of its own, not
 * the service's: one of the two must be right.
 */
export function schemasOf(document: object): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Divided as binary floats, 0.6 is no multiple of 0.2.
    multipleOfPrecision: 6,
    formats: {
      ...fullFormats,
      'time-local': /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
      decimal: /^-?\d+(\.\d+)?$/,
      int64: /^-?\d+$/,
      'iso-duration': /^P(\d+[YMWD])*(T(\d+(\.\d{1,3})?[HMS])+)?$/,
    },
  });
  return ajv.addSchema(document, 'document');
}
