import * as E from 'fp-ts/lib/Either.js';
import type { EngineFailure } from '../../../../../src/simulator/engine/kernel/pipeline.js';
import type { PaymentIntentObject } from '../../../../../src/simulator/engine/objects/payment-intent.js';
import { refusal } from './outcomes.js';

/** A valid card with this number, ready for a token. */
export const cardWithNumber = (number: string) => ({
  number,
  exp_month: 12,
  exp_year: 2030,
  cvc: /^3[47]/.test(number) ? '1234' : '123',
});

/** The outcome of a payment: its status, or the status, code and decline code of its error. */
export const outcomeOf = (result: E.Either<EngineFailure, PaymentIntentObject>): string => {
  if (E.isRight(result)) return result.right.status;
  const { status, code, decline_code } = refusal(result);
  return [status, code, decline_code].filter((part) => part !== undefined).join(' ');
};
