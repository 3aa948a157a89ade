import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../../../domain/redact.js';
import type { Param } from './param.js';
import { refuseEmpty } from './refuse-empty.js';
import { refuseParam } from './refuse-param.js';
import type { WireValue } from './wire-value.js';

const longest = 5000;

const tooLong = (name: string, value: string, maximum: number): string =>
  `Invalid string: ${redact(value).slice(0, 20)}...; ${name} must be at most ${maximum} characters`;

/** Text of at least one character and at most `maximum`. */
export const textUpTo = (maximum: number): Param<string> => ({
  read: (value: WireValue, name) => {
    if (typeof value !== 'string') return refuseParam('Invalid string', name);
    if (value === '') return refuseEmpty(name);
    return value.length > maximum
      ? refuseParam(tooLong(name, value, maximum), name, 'parameter_invalid_string')
      : E.right(value);
  },
});

/** Text of at least one character. */
export const text: Param<string> = textUpTo(longest);
