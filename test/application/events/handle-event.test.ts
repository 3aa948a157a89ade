import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  decideOutcome,
  type HandlerTask,
  handleEvent,
  retryDelay,
} from '../../../src/application/events/handle-event.js';
import type { ClaimedEvent, EventQueue } from '../../../src/application/ports/event-store.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { seed } from '../../support/inputs/seed.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const ended = { errors: ['no room'], attempt: 1, maxTries: 12, now: 1000, random: 0.5 };

describe('decideOutcome', () => {
  it('is Handled if no handler failed, in the last attempt too', () => {
    expect(decideOutcome({ ...ended, errors: [], attempt: 12 })).to.deep.equal({ _tag: 'Handled' });
  });

  it('names every failure, and sets the next attempt', () => {
    expect(decideOutcome({ ...ended, errors: ['no room', 'no time'] })).to.deep.equal({
      _tag: 'Failed',
      error: 'no room; no time',
      nextAttemptAt: 1005,
    });
  });

  it('sets no next attempt after the last one', () => {
    const dead = { _tag: 'Failed', error: 'no room', nextAttemptAt: null };
    expect(decideOutcome({ ...ended, attempt: 12 })).to.deep.equal(dead);
    expect(decideOutcome({ ...ended, attempt: 13 })).to.deep.equal(dead);
    expect(decideOutcome({ ...ended, attempt: 11 })).not.to.deep.equal(dead);
    expect(decideOutcome({ ...ended, maxTries: 1 })).to.deep.equal(dead);
  });
});

describe('retryDelay', () => {
  const middle = (attempt: number): number => retryDelay(attempt, 0.5);

  it('grows from seconds to hours', () => {
    expect([1, 2, 3, 4, 11].map(middle)).to.deep.equal([5, 13, 32, 79, 47_684]);
  });

  it('spreads twelve attempts over most of a day', () => {
    const all = Array.from({ length: 11 }, (_, n) => middle(n + 1)).reduce((a, b) => a + b);
    expect(all).to.be.within(20 * 3600, 24 * 3600);
  });

  it('is at most a day', () => {
    expect([13, 100, 1000].map((attempt) => middle(attempt))).to.deep.equal([
      86_400, 86_400, 86_400,
    ]);
  });

  it('is in whole seconds, and varies by at most a quarter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const delay = retryDelay(attempt, random);
          const exact = Math.min(5 * 2.5 ** (attempt - 1), 86_400);
          expect(delay).to.satisfy(Number.isInteger);
          expect(delay).to.be.within(exact * 0.75, exact * 1.25 + 1);
        },
      ),
      { seed },
    );
  });
});

const { storedEvent } = processorObjects;

const claimed: ClaimedEvent = {
  stored: storedEvent,
  attempt: 5,
  attemptInRound: 2,
  replay: true,
  superseded: false,
};

const takes: HandlerTask = () => TE.right(undefined);
const fails =
  (cause: unknown): HandlerTask =>
  () =>
    TE.left(cause);

type Given = Parameters<EventQueue['conclude']>;

const handled = async (
  handlers: ReadonlyArray<HandlerTask>,
  differs: {
    readonly event?: Partial<ClaimedEvent>;
    readonly reason?: string;
    readonly kept?: ReturnType<EventQueue['conclude']>;
  } = {},
) => {
  const concluded: Array<Given> = [];
  const moments = [100, 110, 120];
  const outcome = await handleEvent({
    eventStore: {
      conclude: (...given) => {
        concluded.push(given);
        return differs.kept ?? TE.right(true);
      },
    },
    handlersFor: (type) =>
      type === storedEvent.type
        ? handlers.map((handle, n) => ({ name: `handler ${n + 1}`, handle }))
        : [],
    whyIgnored: () => differs.reason,
    clock: () => moments.shift() ?? 120,
    random: () => 0.5,
    maxTries: 3,
  })({ ...claimed, ...differs.event }, 'me')();
  return { outcome, concluded };
};

describe('handleEvent', () => {
  it('gives the event with its context to all handlers concurrently', async () => {
    const calls: Array<unknown> = [];
    const handler =
      (name: string): HandlerTask =>
      (...given) =>
      async () => {
        calls.push([name, given]);
        await Promise.resolve();
        calls.push(name);
        return E.right(undefined);
      };
    const { concluded } = await handled([handler('first'), handler('second')]);
    const given = [storedEvent.event, { attempt: 5, replay: true, superseded: false }];
    expect(calls).to.deep.equal([['first', given], ['second', given], 'first', 'second']);
    expect(concluded).to.deep.equal([
      [
        'evt_1',
        {
          owner: 'me',
          startedAt: 100,
          endedAt: 120,
          outcome: { _tag: 'Handled' },
          handlers: [
            { name: 'handler 1', error: null },
            { name: 'handler 2', error: null },
          ],
          takenBy: ['handler 1', 'handler 2'],
        },
      ],
    ]);
  });

  it('fails if one handler does, runs the others, and stores which of them took the event', async () => {
    const taken: Array<string> = [];
    const { outcome, concluded } = await handled([
      fails(new Error('no room')),
      (event) => {
        taken.push(event.id);
        return takes(event, claimed);
      },
    ]);
    expect(taken).to.deep.equal(['evt_1']);
    expect(outcome).to.deep.equal(
      E.right({
        outcome: { _tag: 'Failed', error: 'Error: no room', nextAttemptAt: 123 },
        concluded: true,
      }),
    );
    expect(concluded[0]?.[1]).to.deep.include({
      handlers: [
        { name: 'handler 1', error: 'Error: no room' },
        { name: 'handler 2', error: null },
      ],
      takenBy: ['handler 2'],
    });
  });

  it('does not give the event to a handler that took it in an earlier attempt', async () => {
    const explodes: HandlerTask = () => {
      throw new Error('must not be called');
    };
    const { concluded } = await handled([explodes, takes], {
      event: { takenBy: ['handler 1', 'gone since'] },
    });
    expect(concluded[0]?.[1]).to.deep.include({
      outcome: { _tag: 'Handled' },
      handlers: [{ name: 'handler 2', error: null }],
      takenBy: ['handler 1', 'gone since', 'handler 2'],
    });
  });

  it('stores no card number, no key and at most 500 characters of an error', async () => {
    const key = ['sk', 'test', 'abcdef'].join('_');
    const { concluded } = await handled([
      fails(new Error(`4242 4242 4242 4242 with ${key}`)),
      fails('x'.repeat(9000)),
    ]);
    const text = JSON.stringify(concluded);
    expect(text).to.include('Error: [number] with [key]; xxx');
    expect(text.length).to.be.lessThan(2000);
  });

  it('leaves the event dead after its last attempt', async () => {
    const { concluded } = await handled([fails('no')], { event: { attemptInRound: 3 } });
    expect(concluded[0]?.[1].outcome).to.deep.equal({
      _tag: 'Failed',
      error: 'no',
      nextAttemptAt: null,
    });
  });

  const noTryLeft = 'no attempts left: the last one was interrupted, or the limit is lower now';
  for (const [last_error, error] of [
    [null, noTryLeft],
    ['no', `${noTryLeft}; before: no`],
  ] as const) {
    it(`leaves the event dead without another attempt if none is left, after ${last_error}`, async () => {
      const explodes: HandlerTask = () => {
        throw new Error('must not be called');
      };
      const { concluded } = await handled([explodes], {
        event: { attemptInRound: 4, stored: { ...storedEvent, last_error } },
      });
      expect(concluded[0]?.[1].outcome).to.deep.equal({
        _tag: 'Failed',
        error,
        nextAttemptAt: null,
      });
    });
  }

  it('ignores an event that has no handler any more', async () => {
    const { concluded } = await handled([], { reason: 'nobody' });
    expect(concluded[0]?.[1].outcome).to.deep.equal({ _tag: 'Ignored', reason: 'nobody' });
  });

  it('reports a lost lease, and an error of the store', async () => {
    const lost = await handled([takes], { kept: TE.right(false) });
    expect(lost.outcome).to.deep.equal(E.right({ outcome: { _tag: 'Handled' }, concluded: false }));
    const { StoreUnavailable } = paymentErrors;
    const broken = await handled([takes], { kept: TE.left(StoreUnavailable) });
    expect(broken.outcome).to.deep.equal(E.left(StoreUnavailable));
  });
});
