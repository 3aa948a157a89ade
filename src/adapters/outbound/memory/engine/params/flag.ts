import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../../../domain/redact.js';
import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';

/** `true` or `false`. */
export const flag: Param<boolean> = {
  read: (value, name) => {
    if (value === 'true') return E.right(true);
    if (value === 'false') return E.right(false);
    return refuseParam(
      `Invalid boolean: ${typeof value === 'string' ? redact(value) : 'an object'}`,
      name,
    );
  },
};
