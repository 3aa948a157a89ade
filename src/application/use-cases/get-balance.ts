import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { knownFields } from '../../domain/input/known-fields.js';
import { Balance } from '../../domain/objects/balance.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const GetBalance = input({});
export type GetBalance = InputOf<typeof GetBalance>;

/** Reads the balance of the shop. */
export const getBalance =
  (deps: Pick<PaymentProcessor, 'retrieveBalance'>): UseCase<GetBalance, Balance> =>
  () =>
    pipe(deps.retrieveBalance({}), TE.map(knownFields(Balance)));
