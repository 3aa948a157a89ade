import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';

const unexecuted = new Set(['email_invalid', 'amount_too_small', 'amount_too_large']);

/** Whether a key keeps this answer: not a refusal of the parameters, nor of the caller, nor of the rate. */
export const isKept = (answer: E.Either<ApiError, unknown>): boolean => {
  if (E.isRight(answer)) return true;
  const { status, error } = answer.left;
  if (status === 401 || status === 429) return false;
  const { code = '' } = error;
  return !(code.startsWith('parameter_') || unexecuted.has(code));
};
