import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../../../domain/redact.js';
import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';

/** A whole number, written in decimal digits. */
export const integer: Param<number> = {
  read: (value, name) => {
    const shown = typeof value === 'string' ? redact(value) : 'an object';
    return typeof value === 'string' &&
      /^-?[0-9]+$/.test(value) &&
      Number.isSafeInteger(Number(value))
      ? E.right(Number(value))
      : refuseParam(`Invalid integer: ${shown}`, name, 'parameter_invalid_integer');
  },
};
