import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventSource } from '../../application/ports/event-source.js';
import { asThrown } from '../../application/thrown-payment-error.js';
import type { Dispute } from '../../domain/objects/dispute.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import type { Payout } from '../../domain/objects/payout.js';
import type { Refund } from '../../domain/objects/refund.js';
import type { SetupIntent } from '../../domain/objects/setup-intent.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Engine } from '../engine/engine.js';
import type { Control } from '../engine/kernel/operation.js';
import { mostPlannedFailures } from '../engine/kernel/planned-failures.js';
import type { PaymentIntentObject } from '../engine/objects/payment-intent.js';
import { controls, engineOperations } from '../engine/operations.js';
import { toProcessorError, withCharges } from './call-engine.js';
import { aSnapshot, checkClockStep, checkEventDelay, checkId, refusal } from './check-controls.js';
import { checkFailurePlan } from './check-failure-plan.js';
import { completeCheckout } from './complete-checkout.js';
import type { MemoryControls, MemorySnapshot } from './memory-controls.js';

// Reading events is not a call of the processor: planned failures do not apply to it.
const memoryEventSource = (engine: Pick<Engine, 'control'>): EventSource => ({
  listEvents: ({ createdFrom, createdTo, ...page }) =>
    pipe(
      TE.fromIOEither(() =>
        engine.control(engineOperations.listEvents, {
          ...page,
          created: { gte: createdFrom, ...(createdTo === undefined ? {} : { lt: createdTo }) },
        }),
      ),
      TE.mapLeft(toProcessorError),
    ),
});

const notSnapshot = refusal(
  'not a snapshot of the in-memory processor: pass the result of snapshot()',
  'snapshot',
);

const tooManyPlanned = refusal(
  `${mostPlannedFailures} failures are planned already: make requests that use them, or reset the processor`,
  'plan',
);

const orThrow = <A>(outcome: E.Either<ProcessorError, A>): A => {
  if (E.isLeft(outcome)) throw asThrown(outcome.left);
  return outcome.right;
};

const control =
  <A>(check: ReturnType<typeof checkId>, act: (id: string) => E.Either<ProcessorError, A>) =>
  (id: string): A =>
    pipe(check(id), E.flatMap(act), orThrow);

const restored = (engine: Engine, snapshot: MemorySnapshot): E.Either<ProcessorError, void> =>
  pipe(
    aSnapshot.read(snapshot, 'snapshot'),
    E.flatMap((given) =>
      E.tryCatch(
        () => engine.restore(given),
        () => undefined,
      ),
    ),
    E.mapLeft(() => notSnapshot),
  );

/** The controls of an engine. They throw a `ThrownPaymentError` for each failure. */
export const createControls = (engine: Engine): MemoryControls => {
  const run = <P extends object, A>(step: Control<P, A>, params: P): E.Either<ProcessorError, A> =>
    pipe(engine.control(step, params), E.mapLeft(toProcessorError));
  const onIntent = (
    step: Control<{ readonly payment_intent: string }, PaymentIntentObject>,
    payment_intent: string,
  ): E.Either<ProcessorError, PaymentIntent> =>
    pipe(run(step, { payment_intent }), E.map(withCharges(engine)));

  const challenged = checkId(['pi', 'seti']);
  const open = checkId(['pi', 're', 'du', 'po']);
  type Open = PaymentIntent | Refund | Dispute | Payout;

  return {
    awaitedMethod: control(challenged, (id) => run(controls.showAwaitedMethod, { intent: id })),
    completeChallenge: control<PaymentIntent | SetupIntent>(challenged, (id) =>
      id.startsWith('seti_')
        ? run(controls.completeSetupChallenge, { setup_intent: id })
        : onIntent(controls.completeChallenge, id),
    ),
    failChallenge: control<PaymentIntent | SetupIntent>(challenged, (id) =>
      id.startsWith('seti_')
        ? run(controls.failSetupChallenge, { setup_intent: id })
        : onIntent(controls.failChallenge, id),
    ),
    settle: control<Open>(open, (id) => {
      if (id.startsWith('re_')) return run(controls.settleRefund, { refund: id });
      if (id.startsWith('po_')) return run(controls.settlePayout, { payout: id });
      if (id.startsWith('du_')) return run(controls.settleDispute, { dispute: id });
      return onIntent(controls.settleIntent, id);
    }),
    fail: control<Open>(open, (id) => {
      if (id.startsWith('re_')) return run(controls.failRefund, { refund: id });
      if (id.startsWith('po_')) return run(controls.failPayout, { payout: id });
      if (id.startsWith('du_')) return run(controls.failDispute, { dispute: id });
      return onIntent(controls.failIntent, id);
    }),
    payOut: () => orThrow(run(controls.payOutAll, {})),
    expire: control(checkId(['pi']), (id) => onIntent(controls.expireIntent, id)),
    completeCheckout: (session, customer) =>
      control(checkId(['cs']), (id) => completeCheckout(engine)(id, customer))(session),
    createConfirmationToken: (payment_method = 'pm_card_visa') =>
      orThrow(run(engineOperations.createTestConfirmationToken, { payment_method })).id,
    clock: {
      now: engine.clock.now,
      advance: (seconds) => {
        const step = checkClockStep(engine.clock.state().advanced, seconds);
        engine.clock.advance(orThrow(step));
      },
    },
    failNext: (plan) => {
      const isPlanned = engine.failNext(orThrow(checkFailurePlan(plan)));
      orThrow(isPlanned ? E.right(undefined) : E.left(tooManyPlanned));
    },
    delayEvents: (seconds) => engine.delayEvents(orThrow(checkEventDelay(seconds))),
    events: (page = {}) => orThrow(run(engineOperations.listEvents, page)),
    eventSource: memoryEventSource(engine),
    onEvent: engine.onEvent,
    reset: engine.reset,
    snapshot: engine.snapshot,
    restore: (snapshot) => orThrow(restored(engine, snapshot)),
  };
};
