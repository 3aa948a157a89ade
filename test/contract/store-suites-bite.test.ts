import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../src/adapters/outbound/memory/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/memory-idempotency-store.js';
import type { EventStore } from '../../src/application/ports/event-store.js';
import type {
  IdempotencyStore,
  UnsettledKey,
} from '../../src/application/ports/idempotency-store.js';
import {
  describeEventStore,
  describeIdempotencyStore,
  type OpenStore,
  type TestFramework,
} from '../../src/contract.js';
import type { StoreUnavailable } from '../../src/domain/payment-error.js';
import { recordingFramework } from './support/recording-framework.js';

const nothingDone: StoreUnavailable = { _tag: 'StoreUnavailable', cause: 'nothing was done' };
const failing = TE.left(nothingDone);

type Describe<S> = (name: string, opening: OpenStore<S>, framework: TestFramework) => void;

const reportOf = <S>(describeStore: Describe<S>, open: () => S) => {
  const { framework, run } = recordingFramework();
  describeStore('recorded', { open }, framework);
  return run();
};

type Broken<S> = readonly [defect: string, broken: (sound: S) => Partial<S>, fails: string];

const brokenEventStores: ReadonlyArray<Broken<EventStore>> = [
  [
    'takes every event for new',
    ({ store }) => ({
      store: (...event) =>
        pipe(
          store(...event),
          TE.map(() => 'stored' as const),
        ),
    }),
    'keeps an id once, and the first that came with it',
  ],
  [
    'knows no thin events',
    ({ store }) => ({
      store: (event, ...rest) => (event.object === 'event' ? store(event, ...rest) : failing),
    }),
    'keeps a thin event as it came, under the id of its object, and in the order of its moment',
  ],
  [
    'forgets which secret a webhook was signed with',
    ({ store }) => ({ store: (event, at, ignored) => store(event, at, ignored) }),
    'keeps where an event came from: its version, its account, and the secret of its webhook',
  ],
  [
    'lets anybody conclude',
    ({ conclude }) => ({
      conclude: (id, ended) => async () => {
        const first = await conclude(id, { ...ended, owner: 'first' })();
        return first._tag === 'Right' && first.right
          ? first
          : conclude(id, { ...ended, owner: 'second' })();
      },
    }),
    'does not let who lost a lease change anything',
  ],
  [
    'leases for ever',
    ({ claim }) => ({ claim: (by) => claim({ ...by, leaseUntil: by.leaseUntil * 1000 }) }),
    'gives a lease that has run out to the next, as another try',
  ],
  [
    'does not keep the order of what happened',
    ({ store }) => ({
      store: (event, ...rest) =>
        store(event.object === 'event' ? { ...event, created: -event.created } : event, ...rest),
    }),
    'gives the oldest first: by when they happened, then by receipt',
  ],
  [
    'looks at a part of what is due, and says nothing of the rest',
    ({ claim }) => {
      let calls = 0;
      return {
        claim: (by) => {
          calls += 1;
          return calls % 3 === 0 ? TE.right([]) : claim(by);
        },
      };
    },
    'gives all of many that fall due together, in as many claims as that takes',
  ],
  [
    'looks at the oldest events alone',
    ({ claim }) => ({ claim: (by) => claim({ ...by, limit: 1 }) }),
    'finds the events of others behind many of one object',
  ],
  [
    'forgets which handlers took an event',
    ({ conclude }) => ({
      conclude: (id, { takenBy: _takenBy, ...ended }) => conclude(id, ended),
    }),
    'keeps which handlers took an event, until all have',
  ],
  [
    'writes down nothing but the lease when it is extended',
    ({ extend }) => ({
      extend: (id, owner, until, { now }) => extend(id, owner, until, { now, takenBy: [] }),
    }),
    'keeps which handlers took an event of which nobody says how it ended',
  ],
  [
    'gives an event that was handled to no handler that took it before',
    ({ claim, conclude }) => {
      const taken = new Map<string, ReadonlyArray<string>>();
      return {
        conclude: (id, ended) => {
          taken.set(id, ended.takenBy ?? taken.get(id) ?? []);
          return conclude(id, ended);
        },
        claim: (by) =>
          pipe(
            claim(by),
            TE.map((all) =>
              all.map((one) => ({ ...one, takenBy: taken.get(one.stored.id) ?? [] })),
            ),
          ),
      };
    },
    'gives a dead event to the handlers that have not taken it, and a handled one to all',
  ],
  [
    'drops what is too young',
    ({ dropPayloads }) => ({
      dropPayloads: (state, before, limit) => dropPayloads(state, before + 1000, limit),
    }),
    'takes events of one state that came before a moment, and no others',
  ],
  [
    'forgets ids with their payloads',
    ({ dropPayloads, purge }) => ({
      dropPayloads: (state, before, limit) =>
        pipe(
          dropPayloads(state, before, limit),
          TE.tap(() => purge(before, limit)),
        ),
    }),
    'still knows the id when it comes again',
  ],
  [
    'drops nothing, and says that it did',
    ({ list, find }) => ({
      dropPayloads: (state, _before, limit) =>
        pipe(
          list({ state, limit }),
          TE.map(
            O.match(
              () => 0,
              ({ data }) => data.length,
            ),
          ),
        ),
      find,
    }),
    'leaves the id, the type and the moments, and nothing about anybody',
  ],
  [
    'replays what was dropped',
    ({ replay }) => ({
      replay: (id, now) =>
        pipe(
          replay(id, now),
          TE.map(() => true),
        ),
    }),
    'keeps what was dropped from being replayed',
  ],
  [
    'erases those alone that name the customer',
    ({ store }) => ({
      store: (event, ...rest) => {
        if (event.object !== 'event') return store(event, ...rest);
        const { payment_intent: _intent, charge: _charge, ...left } = event.data.object;
        return store({ ...event, data: { ...event.data, object: left } }, ...rest);
      },
    }),
    'takes refunds and disputes of its payments, which do not name it',
  ],
  [
    'erases one batch and says that it was all',
    ({ eraseCustomer }) => ({
      eraseCustomer: (customer, limit) =>
        pipe(
          eraseCustomer(customer, limit),
          TE.map(({ erased }) => ({ erased, more: false })),
        ),
    }),
    'goes on where there are more than it takes at a time',
  ],
  [
    'forgets what is too young',
    ({ purge }) => ({ purge: (before, limit) => purge(before + 1000, limit) }),
    'forgets dropped events that came before a moment, and no others',
  ],
];

const brokenKeyStores: ReadonlyArray<Broken<IdempotencyStore>> = [
  [
    'gives a key to everybody',
    () => ({
      claim: ({ scopes, firstSent }) =>
        TE.right({
          _tag: 'Claimed',
          scope: scopes[0],
          firstSent,
          doubt: null,
          mayHaveForgotten: false,
        }),
    }),
    'goes to exactly one of many at once, also of several instances',
  ],
  [
    'knows no former scopes',
    ({ claim }) => ({ claim: (request) => claim({ ...request, scopes: [request.scopes[0]] }) }),
    'finds its request at work, answered and in doubt',
  ],
  [
    'takes what others asked for under a former scope for its own',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.flatMap((claimed) => {
            const [scope, ...former] = request.scopes;
            const last = former.at(-1);
            return claimed._tag === 'Claimed' && claimed.scope === scope && last !== undefined
              ? claim({ ...request, scopes: [last] })
              : TE.right(claimed);
          }),
        ),
    }),
    'is not disturbed by requests of others under them',
  ],
  [
    'never tells of a doubt',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.map((claimed) => (claimed._tag === 'Claimed' ? { ...claimed, doubt: null } : claimed)),
        ),
    }),
    'that has run out is taken over, and what it was for is in doubt',
  ],
  [
    'takes an answer from anybody',
    ({ answer }) => ({ answer: (id, text) => answer({ ...id, owner: 'first' }, text) }),
    'of somebody else changes nothing',
  ],
  [
    'forgets where it should only release',
    ({ release }) => ({ release: (id) => release(id, 'forget') }),
    'in doubt gives the next one the work at once, and says so, each time',
  ],
  [
    'does not look at the request',
    ({ claim }) => ({
      claim: (request) =>
        claim({ ...request, fingerprints: [{ secret: 's1', value: 'a fingerprint' }] }),
    }),
    'is told so while the first is at work',
  ],
  [
    'keeps a key for ever',
    ({ claim }) => ({ claim: (request) => claim({ ...request, forgetAnsweredBefore: 0 }) }),
    'a key is new once more',
  ],
  [
    'drops keys in doubt',
    ({ purge, unsettled, settle }) => ({
      purge: (what) =>
        pipe(
          unsettled({ limit: what.limit }),
          TE.flatMap(TE.traverseSeqArray((key) => settle(key, { _tag: 'Forget' }, what.now))),
          TE.flatMap(() => purge(what)),
        ),
    }),
    'never drops a key without an answer',
  ],
  [
    'takes what a repetition would send for what was sent',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.map((claimed) =>
            claimed._tag === 'Claimed' ? { ...claimed, firstSent: request.firstSent } : claimed,
          ),
        ),
    }),
    'leave what was first sent as it was',
  ],
  [
    'believes every clock',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.map((claimed) =>
            claimed._tag === 'Claimed' && claimed.doubt !== null
              ? { ...claimed, doubt: { ...claimed.doubt, age: request.now - claimed.doubt.since } }
              : claimed,
          ),
        ),
    }),
    'back do not make it younger than it was seen',
  ],
  [
    'does not note the time',
    ({ purge }) => ({ purge: (what) => purge({ ...what, now: 1_800_000_000 }) }),
    'are noted by a purge on keys that nobody asks for',
  ],
  [
    'takes a request under an unknown secret for another',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.map((claimed) =>
            claimed._tag === 'SecretUnknown' ? { _tag: 'OtherRequest' } : claimed,
          ),
        ),
    }),
    'cannot tell of an answer under a secret that it does not know',
  ],
  [
    'settles what a request has leased',
    ({ settle }) => ({ settle: (id, how, now) => settle(id, how, now + 100) }),
    'waits for the end of a lease',
  ],
  [
    'keeps every secret',
    () => ({ keepSecret: (candidate) => TE.right(candidate) }),
    'keeps a secret, the first that comes, for all instances',
  ],
  [
    'lists keys that are answered, too',
    ({ claim, unsettled }) => {
      const seen: Array<UnsettledKey> = [];
      return {
        claim: (request) => {
          const { scopes, key, now, leaseUntil, firstSent } = request;
          const listed = { scope: scopes[0], key, since: now, leasedUntil: leaseUntil };
          seen.push({ ...listed, secret: 's1', firstSent });
          return claim(request);
        },
        unsettled: (page) =>
          pipe(
            unsettled(page),
            TE.map(() => seen),
          ),
      };
    },
    'begins with a list of the keys without an answer, the oldest first',
  ],
];

const suites = <S extends object>(
  name: string,
  describeStore: Describe<S>,
  open: () => S,
  broken: ReadonlyArray<Broken<S>>,
): void => {
  describe(name, () => {
    for (const [defect, breakIt, fails] of broken) {
      it(`finds a store that ${defect}`, async () => {
        const { passed, failed } = await reportOf(describeStore, () => {
          const sound = open();
          return { ...sound, ...breakIt(sound) };
        });
        expect(failed.map((one) => one.name).join('\n')).to.include(fails);
        expect(passed, 'clauses about other things still pass').not.to.deep.equal([]);
      });
    }

    it('finds nothing in a sound one', async () => {
      expect((await reportOf(describeStore, open)).failed).to.deep.equal([]);
    });

    it('has no clause that a store passes by doing nothing', async () => {
      const { passed } = await reportOf(describeStore, () => {
        const sound = open();
        const nothing = Object.entries(sound).map(
          // Whether a store is ready is a task; all else are functions that give one.
          ([one]) => [one, one === 'ready' ? failing : () => failing] as const,
        );
        return { ...sound, ...Object.fromEntries(nothing) };
      });
      expect(passed).to.deep.equal([]);
    });
  });
};

suites('the suite of event stores', describeEventStore, createMemoryEventStore, brokenEventStores);
suites(
  'the suite of idempotency stores',
  describeIdempotencyStore,
  createMemoryIdempotencyStore,
  brokenKeyStores,
);
