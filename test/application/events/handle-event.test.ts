import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventHandler } from '../../../src/application/events/event-handler.js';
import { handleEvent } from '../../../src/application/events/handle-event.js';
import type { ClaimedEvent, EventQueue } from '../../../src/application/ports/event-store.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { storedEvent } = processorObjects;

const claimed: ClaimedEvent = {
  stored: storedEvent,
  attempt: 5,
  attemptInRound: 2,
  replay: true,
  superseded: false,
};

const takes: EventHandler = () => TE.right(undefined);
const fails =
  (cause: unknown): EventHandler =>
  () =>
    TE.left(cause);

type Given = Parameters<EventQueue['conclude']>;

const handled = async (
  handlers: ReadonlyArray<EventHandler>,
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
  it('gives the event with its circumstances to all handlers, side by side', async () => {
    const calls: Array<unknown> = [];
    const handler =
      (name: string): EventHandler =>
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

  it('fails when one of them does, lets the others have it, and writes down who took it', async () => {
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

  it('does not give the event to a handler that took it in an earlier try', async () => {
    const explodes: EventHandler = () => {
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

  it('keeps no card number, no key and no long story of a failure', async () => {
    const key = ['sk', 'test', 'abcdef'].join('_');
    const { concluded } = await handled([
      fails(new Error(`4242 4242 4242 4242 with ${key}`)),
      fails('x'.repeat(9000)),
    ]);
    const text = JSON.stringify(concluded);
    expect(text).to.include('Error: [number] with [key]; xxx');
    expect(text.length).to.be.lessThan(2000);
  });

  it('is dead after its last try', async () => {
    const { concluded } = await handled([fails('no')], { event: { attemptInRound: 3 } });
    expect(concluded[0]?.[1].outcome).to.deep.equal({
      _tag: 'Failed',
      error: 'no',
      nextAttemptAt: null,
    });
  });

  const noTryLeft = 'no try is left: the last one was cut off, or fewer are allowed now';
  for (const [last_error, error] of [
    [null, noTryLeft],
    ['no', `${noTryLeft}; before: no`],
  ] as const) {
    it(`is dead without another try when none is left, after ${last_error}`, async () => {
      const explodes: EventHandler = () => {
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

  it('is ignored when nobody is to handle it any more', async () => {
    const { concluded } = await handled([], { reason: 'nobody' });
    expect(concluded[0]?.[1].outcome).to.deep.equal({ _tag: 'Ignored', reason: 'nobody' });
  });

  it('tells a lost lease, and a store that fails', async () => {
    const lost = await handled([takes], { kept: TE.right(false) });
    expect(lost.outcome).to.deep.equal(E.right({ outcome: { _tag: 'Handled' }, concluded: false }));
    const { StoreUnavailable } = paymentErrors;
    const broken = await handled([takes], { kept: TE.left(StoreUnavailable) });
    expect(broken.outcome).to.deep.equal(E.left(StoreUnavailable));
  });
});
