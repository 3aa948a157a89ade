import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { UnsettledKey } from '../../../src/application/ports/idempotency-store.js';
import { describeIdempotencyStore } from '../../../src/contract.js';
import { breakStores } from '../support/break-stores.js';

breakStores(describeIdempotencyStore, createMemoryIdempotencyStore, [
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
    'ignores former scopes',
    ({ claim }) => ({ claim: (request) => claim({ ...request, scopes: [request.scopes[0]] }) }),
    'finds a request under a former scope: in use, in doubt and answered',
  ],
  [
    'takes requests of others under a former scope',
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
    'never reports a doubt',
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
    'accepts an answer from any owner',
    ({ answer }) => ({ answer: (id, text) => answer({ ...id, owner: 'first' }, text) }),
    'changes nothing for a caller other than the owner',
  ],
  [
    'forgets a key instead of releasing it',
    ({ release }) => ({ release: (id) => release(id, 'forget') }),
    'in doubt gives the key to the next caller immediately, in doubt each time',
  ],
  [
    'ignores the fingerprint',
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
    'keeps every answer for a day',
    ({ answer }) => ({
      answer: (id, { keptFor: _keptFor, ...kept }) => answer(id, kept),
    }),
    'keeps an answer as long as it says',
    'an answer that is kept longer than a day is compared as if it were given that much later',
  ],
  [
    'forgets successes too',
    ({ answer }) => ({
      answer: (id, { refused: _refused, ...kept }) => answer(id, kept),
    }),
    'refusals lists the refusals of a time, the oldest first, and no success',
    'an answer without refused may be a refusal: it is listed with null',
  ],
  [
    'forgets with a refusal that its key was in doubt',
    ({ forgetRefusal, settle }) => ({
      forgetRefusal: (id) =>
        pipe(
          forgetRefusal(id),
          TE.tap(() => settle(id, { _tag: 'Forget' }, id.at)),
        ),
    }),
    'forgetRefusal of a refusal puts a key back into doubt, as it was, if it was in doubt',
  ],
  [
    'drops an expired answer instead of reporting it',
    ({ claim }) => ({
      claim: ({ expired: _expired, ...request }) => claim(request),
    }),
    'reports an expired answer to the same request, and changes nothing',
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
    'replaces the first request by the repeated one',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.map((claimed) =>
            claimed._tag === 'Claimed' ? { ...claimed, firstSent: request.firstSent } : claimed,
          ),
        ),
    }),
    'a step does not change the first request of a key',
  ],
  [
    'trusts every clock',
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
    'a clock set back does not make a key younger',
  ],
  [
    'does not record the time of a purge',
    ({ purge }) => ({ purge: (what) => purge({ ...what, now: 1_800_000_000 }) }),
    'a purge records the time on keys that nobody claims',
    'purge stores with every key without an answer the earliest and the latest moment at which it was seen',
  ],
  [
    'reports a request under an unknown secret as another request',
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
    'believes a lease for ever',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.map((claimed) =>
            claimed._tag === 'Claimed' &&
            claimed.doubt !== null &&
            request.now < claimed.doubt.since + 1
              ? { _tag: 'InUse', leaseUntil: request.now + 10 * 86_400 }
              : claimed,
          ),
        ),
    }),
    'no lease lasts longer than a day after a step back',
    'a lease that ends more than a day from now was made by a clock that was ahead',
  ],
  [
    'takes other operations for repetitions under an unknown secret',
    ({ claim }) => ({
      claim: (request) =>
        pipe(
          claim(request),
          TE.map((claimed) =>
            claimed._tag === 'OtherRequest' && request.fingerprints[0].secret === 's2'
              ? { _tag: 'SecretUnknown' }
              : claimed,
          ),
        ),
    }),
    'answers OtherRequest for another operation under an unknown secret',
    'under an unknown secret the operations are compared first',
  ],
  [
    'keeps the fingerprint of a former secret',
    ({ claim }) => ({
      claim: ({ fingerprints, ...request }) =>
        claim({
          ...request,
          fingerprints:
            fingerprints.length === 2 ? [fingerprints[1] ?? fingerprints[0]] : fingerprints,
        }),
    }),
    'stores the fingerprint under the first secret when a request runs again',
    'a claim that takes over a key of the same request replaces its fingerprint',
  ],
  [
    'settles leased keys',
    ({ settle }) => ({ settle: (id, how, now) => settle(id, how, now + 100) }),
    'settle refuses a key until its lease has expired',
  ],
  [
    'keeps every secret instead of the first',
    () => ({ keepSecret: (candidate) => TE.right(candidate) }),
    'keepSecret keeps the first secret for all instances',
  ],
  [
    'takes every owner',
    () => ({ owner: (change) => TE.right(change?.to ?? null) }),
    'owner is null in a new store, and the first owner stays',
  ],
  [
    'changes the owner whoever it is',
    ({ owner }) => ({
      owner: (change) =>
        pipe(
          owner(),
          TE.flatMap((from) =>
            owner(change !== undefined && from !== null ? { from, to: change.to } : change),
          ),
        ),
    }),
    'owner changes only from the owner that is named',
  ],
  [
    'forgets the scopes of answered keys',
    ({ unsettled }) => ({
      scopes: (limit) =>
        pipe(
          unsettled({ limit }),
          TE.map((keys) => [...new Set(keys.map(({ scope }) => scope))]),
        ),
    }),
    'scopes has every scope of a key once, answered or not, up to the limit',
  ],
  [
    'counts all keys as answered',
    ({ count }) => ({
      count: pipe(
        count,
        TE.map(({ answered, unsettled }) => ({ answered: answered + unsettled, unsettled: 0 })),
      ),
    }),
    'count tells the keys with an answer from the others',
  ],
  [
    'lists answered keys too',
    ({ claim, unsettled }) => {
      const seen: Array<UnsettledKey> = [];
      return {
        claim: (request) => {
          const { scopes, key, now, leaseUntil, firstSent } = request;
          const listed = { scope: scopes[0], key, since: now, leasedUntil: leaseUntil };
          seen.push({ ...listed, secret: 's1', firstSent, summary: null });
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
  [
    'loses the summary of a request',
    ({ claim }) => ({ claim: (request) => claim({ ...request, summary: null }) }),
    'a summary is stored with a new key, and a repetition does not replace it',
  ],
  [
    'looks a key up at every chance',
    ({ takeLookUp }) => ({ takeLookUp: (pace, now) => takeLookUp({ ...pace, longest: 1 }, now) }),
    'the pauses between the look-ups of a key double, up to the longest',
  ],
]);
