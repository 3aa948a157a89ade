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
    'keeps only the first event with an id',
  ],
  [
    'knows no thin events',
    ({ store }) => ({
      store: (event, ...rest) => (event.object === 'event' ? store(event, ...rest) : failing),
    }),
    'keeps a thin event as received, under the id of its object, in the order of its created',
  ],
  [
    'forgets which secret a webhook was signed with',
    ({ store }) => ({ store: (event, at, ignored) => store(event, at, ignored) }),
    'keeps the API version and the account of an event, and the secret that signed its webhook',
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
    'does not let an owner that lost its lease change anything',
  ],
  [
    'leases for ever',
    ({ claim }) => ({ claim: (by) => claim({ ...by, leaseUntil: by.leaseUntil * 1000 }) }),
    'gives an event with an expired lease to the next owner, as another attempt',
  ],
  [
    'does not keep the order of what happened',
    ({ store }) => ({
      store: (event, ...rest) =>
        store(event.object === 'event' ? { ...event, created: -event.created } : event, ...rest),
    }),
    'gives the oldest event first: by created, then by receipt',
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
    'gives all of many events that are due together, over several claims',
  ],
  [
    'looks at the oldest events alone',
    ({ claim }) => ({ claim: (by) => claim({ ...by, limit: 1 }) }),
    'finds events of other objects behind many of one object',
  ],
  [
    'forgets which handlers took an event',
    ({ conclude }) => ({
      conclude: (id, { takenBy: _takenBy, ...ended }) => conclude(id, ended),
    }),
    'keeps which handlers took an event until all have',
  ],
  [
    'writes down nothing but the lease when it is extended',
    ({ extend }) => ({
      extend: (id, owner, until, { now }) => extend(id, owner, until, { now, takenBy: [] }),
    }),
    'keeps which handlers took an event that was never concluded',
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
    'drops only events of one state that were received before a moment',
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
    'still recognizes a dropped event as a duplicate',
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
    'keeps the id, the type and the timestamps, and no personal data',
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
    'does not replay dropped events',
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
    'erases refunds and disputes of its payments, which do not name the customer',
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
    'erases in batches until nothing is left',
  ],
  [
    'forgets what is too young',
    ({ purge }) => ({ purge: (before, limit) => purge(before + 1000, limit) }),
    'deletes only dropped events that were received before a moment',
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
    'gives a key to exactly one of many concurrent callers, across instances',
  ],
  [
    'knows no former scopes',
    ({ claim }) => ({ claim: (request) => claim({ ...request, scopes: [request.scopes[0]] }) }),
    'finds a request under a former scope: in use, in doubt and answered',
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
    'ignores other requests under former scopes',
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
    'is taken over once it has expired, and the key is in doubt',
  ],
  [
    'takes an answer from anybody',
    ({ answer }) => ({ answer: (id, text) => answer({ ...id, owner: 'first' }, text) }),
    'changes nothing for a caller other than the owner',
  ],
  [
    'forgets where it should only release',
    ({ release }) => ({ release: (id) => release(id, 'forget') }),
    'in doubt gives the key to the next caller at once, in doubt each time',
  ],
  [
    'does not look at the request',
    ({ claim }) => ({
      claim: (request) =>
        claim({ ...request, fingerprints: [{ secret: 's1', value: 'a fingerprint' }] }),
    }),
    'is refused while the first is in use',
  ],
  [
    'keeps a key for ever',
    ({ claim }) => ({ claim: (request) => claim({ ...request, forgetAnsweredBefore: 0 }) }),
    'makes an answered key new again',
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
    'never deletes a key without an answer',
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
    'do not change the first request of a key',
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
    'back do not make a key younger',
  ],
  [
    'does not note the time',
    ({ purge }) => ({ purge: (what) => purge({ ...what, now: 1_800_000_000 }) }),
    'are recorded by a purge on keys that nobody claims',
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
    'answers SecretUnknown for an answer under an unknown secret',
  ],
  [
    'settles what a request has leased',
    ({ settle }) => ({ settle: (id, how, now) => settle(id, how, now + 100) }),
    'settle refuses a key until its lease has expired',
  ],
  [
    'keeps every secret',
    () => ({ keepSecret: (candidate) => TE.right(candidate) }),
    'keepSecret keeps the first secret for all instances',
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
    'unsettled lists the keys without an answer, the oldest first',
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
