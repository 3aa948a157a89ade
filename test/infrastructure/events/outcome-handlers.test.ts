import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OutcomeEvents } from '../../../src/application/events/payment-outcomes.js';
import type { SnapshotEvent } from '../../../src/domain/events/processor-event.js';
import { createEventHandlers } from '../../../src/infrastructure/events/event-handlers.js';
import { createOutcomeHandlers } from '../../../src/infrastructure/events/outcome-handlers.js';

const failed: SnapshotEvent = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.payment_failed',
  created: 1_700_000_000,
  data: { object: {} },
};
const outcome: SnapshotEvent = { ...failed, id: 'payment_lost_pi_1', type: 'payment_lost' };

const context = {
  attempt: 1,
  replay: false,
  superseded: true,
  signal: new AbortController().signal,
};

const open = (
  skipSuperseded = false,
  { mark = null, decision = E.right(outcome) }: Partial<OutcomeEvents> = {},
) => {
  const kept: Array<string> = [];
  const handlers = createEventHandlers();
  const outcomes = createOutcomeHandlers({
    handlers,
    outcomes: { after: () => TE.right({ mark, decision }), refreshed: () => TE.right(null) },
    keep: ({ id }) =>
      TE.fromIO(() => {
        kept.push(id);
        return 'stored';
      }),
    skipSuperseded,
  });
  const run = async (event: SnapshotEvent): Promise<void> => {
    for (const { handler } of outcomes.of(event.type)) await handler(event, context);
  };
  return { handlers, outcomes, kept, run };
};

describe('createOutcomeHandlers', () => {
  it('decides no payment while nobody listens', async () => {
    const { handlers, outcomes, kept, run } = open();
    handlers.on('*', () => undefined);
    await run(failed);
    expect(kept).to.deep.equal([]);
    expect(outcomes.takesSuperseded(failed.type)).to.equal(false);
  });

  it('decides while a handler of an outcome is registered', async () => {
    const { handlers, kept, run } = open();
    const remove = handlers.on('paid', () => undefined);
    await run(failed);
    remove();
    await run(failed);
    expect(kept).to.deep.equal([outcome.id]);
  });

  it('decides for handlers of every type when it is told to', async () => {
    const { outcomes, kept, run } = open();
    outcomes.follow();
    await run(failed);
    expect(kept).to.deep.equal([outcome.id]);
  });

  it('decides by superseded events too, which handlers do not get when they are skipped', async () => {
    const { handlers, outcomes, kept, run } = open(true);
    const got: Array<string> = [];
    handlers.on('payment_lost', () => undefined);
    handlers.on('*', ({ id }) => void got.push(id));
    await run(failed);
    expect([got, kept]).to.deep.equal([[], [outcome.id]]);
    expect(outcomes.takesSuperseded(failed.type)).to.equal(true);
    expect(outcomes.takesSuperseded('charge.failed')).to.equal(false);
  });

  it('calls no handler of an outcome that holds no longer', async () => {
    const { handlers, run } = open();
    handlers.on('payment_lost', () => {
      throw new Error('called');
    });
    await run(outcome);
  });

  it('stores that a payment was processing before the decision fails, so that it is known at the next try', async () => {
    const mark = { ...outcome, id: 'payment_processing_pi_1', type: 'payment_processing' };
    const decision = E.left({ _tag: 'Unexpected', cause: new Error('too early') } as const);
    const { handlers, kept, run } = open(false, { mark, decision });
    handlers.on('paid', () => undefined);
    const failure = await run(failed).catch((error: unknown) => error);
    expect(String(failure)).to.include('PaymentError');
    expect(kept).to.deep.equal([mark.id]);
  });

  it('refuses a misspelt outcome', () => {
    const { handlers } = open();
    expect(() => handlers.on('payment_lots', () => undefined)).to.throw(
      /did you mean payment_lost/,
    );
  });
});
