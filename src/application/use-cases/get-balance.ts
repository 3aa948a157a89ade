import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { Balance } from '../../domain/balance.js';
import { type InputOf, input } from '../../domain/input.js';
import { knownFields } from '../../domain/known-fields.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const GetBalance = input({});
export type GetBalance = InputOf<typeof GetBalance>;

/** Reads the balance of the shop. */
export const getBalance =
  (deps: Pick<PaymentProcessor, 'retrieveBalance'>): UseCase<GetBalance, Balance> =>
  () =>
    pipe(deps.retrieveBalance({}), TE.map(knownFields(Balance)));
