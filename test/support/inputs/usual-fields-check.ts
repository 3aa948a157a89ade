import { unknownFieldsCheck } from '../../../src/application/unknown-fields.js';

/** The check of unknown fields with its default setting. */
export const usualFieldsCheck = unknownFieldsCheck(() => () => undefined);
