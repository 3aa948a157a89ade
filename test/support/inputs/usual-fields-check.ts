import { unknownFieldsCheck } from '../../../src/application/unknown-fields.js';

/** What becomes of unknown fields when nobody says otherwise. */
export const usualFieldsCheck = unknownFieldsCheck(() => () => undefined);
