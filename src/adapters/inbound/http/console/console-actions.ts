import type * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { decodeInput, type Input, type InputOf, input } from '../../../../domain/input.js';
import type { PaymentError } from '../../../../domain/payment-error.js';
import { text, wholeNumber } from '../../../../domain/primitives.js';
import { processorCommands } from '../processor/processor-endpoints.js';
import type { ConsoleAccount } from './console-desk.js';

type Body = { readonly [key: string]: unknown };

type Action = (body: Body) => TE.TaskEither<PaymentError, object>;

const action =
  <I extends Input>(
    codec: I,
    act: (given: InputOf<I>) => TE.TaskEither<PaymentError, object>,
  ): Action =>
  (body) =>
    pipe(TE.fromEither(decodeInput(codec)(body)), TE.flatMap(act));

const payment = { id: text('Payment intent id') };

/** The buttons of the console, by name: what a merchant, and what a customer, a bank and the clock do. */
const consoleActions = (account: ConsoleAccount): ReadonlyMap<string, Action> => {
  const { controls, merchant, webhooks } = account;
  return new Map<string, Action>([
    ...processorCommands(controls).map(
      ({ name, run }) => [name, (body: Body) => async () => run(body)] as const,
    ),
    [
      'refund',
      action(
        input(payment, { amount: wholeNumber('Minor units; absent: what is not refunded yet') }),
        ({ id, amount }) => TE.fromEither(merchant.refund(id, amount)),
      ),
    ],
    ['capture', action(input(payment), ({ id }) => TE.fromEither(merchant.capture(id)))],
    ['dispute', action(input(payment), ({ id }) => TE.fromEither(merchant.dispute(id)))],
    ['cancel', action(input(payment), ({ id }) => TE.fromEither(merchant.cancel(id)))],
    ['resend', action(input({ id: text('Event id') }), ({ id }) => webhooks.resend(id))],
  ]);
};

/** Runs an action. `undefined`: there is none of this name. */
export const runConsoleAction = (
  account: ConsoleAccount,
  name: string,
  body: Body,
): Promise<E.Either<PaymentError, object>> | undefined =>
  consoleActions(account).get(name)?.(body)();
