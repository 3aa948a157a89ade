import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeInput, type Input, type InputOf, input } from '../../../../../domain/input.js';
import type { PaymentError } from '../../../../../domain/payment-error.js';
import { oneOf, text, wholeNumber } from '../../../../../domain/primitives.js';
import { attemptControl } from './attempt-control.js';
import { plannedFailure } from './planned-failure-field.js';
import { failureTargets, type ProcessorControls } from './processor-controls.js';

/** A control of the processor for programs: `POST` with a JSON body to `/_processor/<name>`. */
export type ProcessorCommand = {
  readonly name: string;
  readonly message: string;
  readonly run: (body: { readonly [key: string]: unknown }) => E.Either<PaymentError, object>;
};

const command = <I extends Input>(
  name: string,
  message: string,
  codec: I,
  act: (input: InputOf<I>) => object,
): ProcessorCommand => ({
  name,
  message,
  run: (body) =>
    pipe(
      decodeInput(codec)(body),
      E.flatMap((given) => attemptControl(() => act(given))),
    ),
});

// A challenge that a program answers; a person does it on the page of `next_action`.
const outcomes = ['approve', 'refuse'] as const;

const byId = input({ id: text('Payment intent or refund id') });

/** What programs may tell the processor to do. */
export const processorCommands = (controls: ProcessorControls): ReadonlyArray<ProcessorCommand> => {
  const clock = () => ({ now: controls.clock.now() });
  return [
    command(
      'challenge',
      'Autenticación terminada',
      input({
        id: text('Payment intent id'),
        outcome: oneOf(outcomes, 'Whether the customer authenticates'),
      }),
      ({ id, outcome }) =>
        outcome === 'approve' ? controls.completeChallenge(id) : controls.failChallenge(id),
    ),
    command('settle', 'Operación completada', byId, ({ id }) => controls.settle(id)),
    command('fail', 'Operación fallida', byId, ({ id }) => controls.fail(id)),
    command('expire', 'Autorización caducada', byId, ({ id }) => controls.expire(id)),
    command(
      'clock',
      'Reloj adelantado',
      input({ advance: wholeNumber('Seconds to move the clock forward') }),
      ({ advance }) => {
        controls.clock.advance(advance);
        return clock();
      },
    ),
    command(
      'fail-next',
      'Fallo programado',
      input(
        { on: oneOf(failureTargets, 'The call that fails'), with: plannedFailure },
        { times: wholeNumber('How many calls fail') },
      ),
      (plan) => {
        controls.failNext(plan);
        return plan;
      },
    ),
    command(
      'delay-events',
      'Eventos retrasados',
      input({ seconds: wholeNumber('By how many seconds events come late') }),
      (delay) => {
        controls.delayEvents(delay.seconds);
        return delay;
      },
    ),
    command('reset', 'Procesador vaciado', input({}), () => {
      controls.reset();
      return clock();
    }),
  ];
};
