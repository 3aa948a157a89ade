import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Permission } from '../../adapters/inbound/http/permissions.js';
import { decodeInput, type Input, type InputOf, input } from '../../domain/input/input.js';
import { flag, text, wholeNumber } from '../../domain/input/primitives.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { processorCommands } from '../controls/processor-endpoints.js';
import type { ClientControl } from '../controls/run-control.js';
import type { ConsoleAccount } from './console-desk.js';

const action = <I extends Input>(
  name: string,
  permission: Permission,
  codec: I,
  act: (given: InputOf<I>) => TE.TaskEither<PaymentError, object>,
): ClientControl => ({
  name,
  permissions: [permission],
  run: (body) => pipe(TE.fromEither(decodeInput(codec)(body)), TE.flatMap(act))(),
});

const payment = { id: text('Payment intent id') };

/** The buttons of the console: what a merchant, and what a customer, a bank and the clock do. */
const consoleActions = (account: ConsoleAccount): ReadonlyArray<ClientControl> => {
  const { controls, merchant, webhooks, findings } = account;
  return [
    ...processorCommands(controls),
    action(
      'refund',
      'refund',
      input(payment, { amount: wholeNumber('Minor units; absent: what is not refunded yet') }),
      ({ id, amount }) => TE.fromEither(merchant.refund(id, amount)),
    ),
    action('capture', 'pay', input(payment), ({ id }) => TE.fromEither(merchant.capture(id))),
    action('dispute', 'pay', input(payment), ({ id }) => TE.fromEither(merchant.dispute(id))),
    action('cancel', 'pay', input(payment), ({ id }) => TE.fromEither(merchant.cancel(id))),
    action('expire-session', 'pay', input({ id: text('Checkout session id') }), ({ id }) =>
      TE.fromEither(merchant.expireSession(id)),
    ),
    action('forget-plans', 'pay', input({}), () => {
      account.forgetFailures();
      webhooks.doubles?.forget();
      return TE.right({});
    }),
    ...(webhooks.doubles === undefined
      ? []
      : [
          action('double-webhook', 'pay', input({}), () => {
            webhooks.doubles?.plan();
            return TE.right({});
          }),
        ]),
    ...(findings === undefined
      ? []
      : [
          action(
            'mark-finding',
            'events',
            input(
              { id: text('Finding'), seen: flag('Whether somebody has seen it') },
              { note: text('What was done about it; absent: the note stays') },
            ),
            ({ id, ...mark }) => findings.mark(id, mark),
          ),
        ]),
    action('resend', 'events', input({ id: text('Event id') }), ({ id }) => webhooks.resend(id)),
  ];
};

/** The button with a name; `undefined`: there is none. */
export const consoleAction = (account: ConsoleAccount, name: string): ClientControl | undefined =>
  consoleActions(account).find((one) => one.name === name);
