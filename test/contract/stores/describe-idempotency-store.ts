import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  IdempotencyClaim,
  IdempotencyRelease,
  IdempotencyStore,
  KeyedRequest,
} from '../../../src/application/ports/idempotency-store.js';

const now = 1_800_000_000;
const leaseSeconds = 60;
const day = 24 * 60 * 60;

const valueOf = async <A>(task: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw new Error(`the store failed: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};

const fresh: IdempotencyClaim = { _tag: 'Claimed', inDoubt: false };
const inDoubt: IdempotencyClaim = { _tag: 'Claimed', inDoubt: true };
const answered = (answer: string): IdempotencyClaim => ({ _tag: 'Answered', answer });
const inUse = (leaseUntil: number): IdempotencyClaim => ({ _tag: 'InUse', leaseUntil });
const otherRequest: IdempotencyClaim = { _tag: 'OtherRequest' };

/**
 * What every store of idempotency keys does. `open` gives an empty one for each test; where a store has several
 * instances over the same keys, `openAnother` gives the next.
 */
export const describeIdempotencyStore = (
  name: string,
  open: () => Promise<IdempotencyStore>,
  openAnother: (first: IdempotencyStore) => Promise<IdempotencyStore> = async (first) => first,
): void => {
  describe(`idempotency store: ${name}`, () => {
    const opened: Array<IdempotencyStore> = [];
    const store = (): IdempotencyStore => {
      const last = opened.at(-1);
      if (last === undefined) throw new Error('the store is open only inside the tests');
      return last;
    };
    beforeEach(async () => {
      opened.push(await open());
    });

    const requestOf = (given: Partial<KeyedRequest>): KeyedRequest => {
      const { now: at = now } = given;
      return {
        scope: 'shop',
        key: 'order 42',
        fingerprint: 'a fingerprint',
        owner: 'first',
        now: at,
        leaseUntil: at + leaseSeconds,
        ...given,
      };
    };
    const claimAt = (
      from: IdempotencyStore,
      given: Partial<KeyedRequest>,
    ): Promise<IdempotencyClaim> => {
      const request = requestOf(given);
      return valueOf(from.claim({ ...request, forgottenBefore: request.now - day }));
    };
    const claim = (given: Partial<KeyedRequest> = {}): Promise<IdempotencyClaim> =>
      claimAt(store(), given);
    const by = (owner: string) => ({ scope: 'shop', key: 'order 42', owner });
    const answer = (owner: string, text: string): Promise<boolean> =>
      valueOf(store().answer(by(owner), text));
    const extend = (owner: string, leaseUntil: number): Promise<boolean> =>
      valueOf(store().extend(by(owner), leaseUntil));
    const release = (owner: string, how: IdempotencyRelease): Promise<boolean> =>
      valueOf(store().release(by(owner), how));

    describe('a claim', () => {
      it('of a new key gives the work, and nothing is in doubt', async () => {
        expect(await claim()).to.deep.equal(fresh);
      });

      it('of a key at work says until when its lease runs', async () => {
        await claim();
        expect(await claim({ owner: 'second', now: now + 1 })).to.deep.equal(
          inUse(now + leaseSeconds),
        );
      });

      it('by the owner itself finds its key in use like any other', async () => {
        await claim();
        expect(await claim()).to.deep.equal(inUse(now + leaseSeconds));
      });

      it('goes to exactly one of many at once, also of several instances', async () => {
        const another = await openAnother(store());
        const owners = Array.from({ length: 40 }, (_, number) => `owner ${number}`);
        const claims = await Promise.all(
          owners.map((owner, number) => claimAt(number % 2 === 0 ? store() : another, { owner })),
        );
        const got = claims.filter(({ _tag }) => _tag === 'Claimed');
        expect(got).to.deep.equal([fresh]);
        const others = claims.filter(({ _tag }) => _tag !== 'Claimed');
        expect(others).to.deep.equal(others.map(() => inUse(now + leaseSeconds)));
        expect(others).to.have.length(39);
      });

      it('keeps the keys of different scopes apart', async () => {
        await claim();
        expect(await claim({ scope: 'another shop', fingerprint: 'b' })).to.deep.equal(fresh);
      });

      it('keeps different keys of one scope apart', async () => {
        await claim();
        expect(await claim({ key: 'order 43', fingerprint: 'b' })).to.deep.equal(fresh);
      });

      it('does not take scope and key together for one text', async () => {
        await claim({ scope: 'a', key: 'b:c' });
        expect(await claim({ scope: 'a:b', key: 'c' })).to.deep.equal(fresh);
      });

      const keys: ReadonlyArray<readonly [string, string]> = [
        ['of 255 characters', 'k'.repeat(255)],
        ['with quotes, a percent sign and a backslash', `o'Hara "%_\\`],
        ['of one space', ' '],
      ];
      for (const [title, key] of keys) {
        it(`takes a key ${title} as it is`, async () => {
          expect(await claim({ key })).to.deep.equal(fresh);
          expect(await claim({ key, owner: 'second' })).to.deep.equal(inUse(now + leaseSeconds));
          expect(await claim({ key: `${key}x` })).to.deep.equal(fresh);
        });
      }

      it('tells keys apart that differ only in case', async () => {
        await claim({ key: 'Order' });
        expect(await claim({ key: 'order' })).to.deep.equal(fresh);
      });
    });

    describe('an answer', () => {
      const text = JSON.stringify({ message: 'Pago confirmado, 19,99 €', quote: `'"\\`, n: 1 });

      it('is given to every later claim, exactly', async () => {
        await claim();
        expect(await answer('first', text)).to.equal(true);
        expect(await claim({ owner: 'second' })).to.deep.equal(answered(text));
        expect(await claim({ owner: 'third', now: now + 3600 })).to.deep.equal(answered(text));
      });

      it('is there for another instance at once', async () => {
        const another = await openAnother(store());
        await claim();
        await answer('first', text);
        expect(await claimAt(another, { owner: 'second' })).to.deep.equal(answered(text));
      });

      it('may be long', async () => {
        const long = 'ñ'.repeat(200_000);
        await claim();
        await answer('first', long);
        expect(await claim({ owner: 'second' })).to.deep.equal(answered(long));
      });

      it('is the last word: no second answer, and no release', async () => {
        await claim();
        await answer('first', text);
        expect(await answer('first', 'another')).to.equal(false);
        expect(await release('first', 'forget')).to.equal(false);
        expect(await claim({ owner: 'second' })).to.deep.equal(answered(text));
      });

      it('of somebody else changes nothing', async () => {
        await claim();
        expect(await answer('second', text)).to.equal(false);
        expect(await claim({ owner: 'third' })).to.deep.equal(inUse(now + leaseSeconds));
      });

      it('to a key that nobody claimed changes nothing', async () => {
        expect(await answer('first', text)).to.equal(false);
        expect(await claim()).to.deep.equal(fresh);
      });

      it('of an owner whose lease has run out still counts while nobody has taken over', async () => {
        await claim();
        expect(await answer('first', text)).to.equal(true);
        expect(await claim({ owner: 'second', now: now + leaseSeconds + 1 })).to.deep.equal(
          answered(text),
        );
      });
    });

    describe('another request with a key', () => {
      const other = { owner: 'second', fingerprint: 'another fingerprint' };

      it('is told so while the first is at work', async () => {
        await claim();
        expect(await claim(other)).to.deep.equal(otherRequest);
      });

      it('is told so when the first is answered', async () => {
        await claim();
        await answer('first', 'text');
        expect(await claim(other)).to.deep.equal(otherRequest);
      });

      it('is told so when the first was released, and when its lease has run out', async () => {
        await claim();
        expect(await claim({ ...other, now: now + leaseSeconds })).to.deep.equal(otherRequest);
        await release('first', 'in_doubt');
        expect(await claim(other)).to.deep.equal(otherRequest);
      });

      it('changes nothing for the first', async () => {
        await claim();
        await claim(other);
        expect(await answer('second', 'text')).to.equal(false);
        expect(await answer('first', 'text')).to.equal(true);
      });
    });

    describe('a lease', () => {
      it('holds to its last second', async () => {
        await claim();
        const at = now + leaseSeconds - 1;
        expect(await claim({ owner: 'second', now: at })).to.deep.equal(inUse(now + leaseSeconds));
      });

      it('that has run out is taken over, and what it was for is in doubt', async () => {
        await claim();
        const at = now + leaseSeconds;
        expect(await claim({ owner: 'second', now: at })).to.deep.equal(inDoubt);
        expect(await claim({ owner: 'third', now: at })).to.deep.equal(inUse(at + leaseSeconds));
      });

      it('that was taken over is lost: who had it changes nothing any more', async () => {
        await claim();
        await claim({ owner: 'second', now: now + leaseSeconds });
        expect(await answer('first', 'late')).to.equal(false);
        expect(await release('first', 'in_doubt')).to.equal(false);
        expect(await release('first', 'forget')).to.equal(false);
        expect(await answer('second', 'text')).to.equal(true);
        expect(await claim({ owner: 'third', now: now + leaseSeconds })).to.deep.equal(
          answered('text'),
        );
      });

      it('that is extended holds that much longer', async () => {
        await claim();
        const until = now + 2 * leaseSeconds;
        expect(await extend('first', until)).to.equal(true);
        const at = now + leaseSeconds;
        expect(await claim({ owner: 'second', now: at })).to.deep.equal(inUse(until));
        expect(await claim({ owner: 'second', now: until })).to.deep.equal(inDoubt);
      });

      it('is extended by its owner alone, while it has it', async () => {
        expect(await extend('first', now + day)).to.equal(false);
        await claim();
        expect(await extend('second', now + day)).to.equal(false);
        expect(await claim({ owner: 'second' })).to.deep.equal(inUse(now + leaseSeconds));
        await answer('first', 'text');
        expect(await extend('first', now + day)).to.equal(false);
        expect(await claim({ owner: 'second' })).to.deep.equal(answered('text'));
      });

      it('that has run out goes to exactly one of many at once', async () => {
        await claim();
        const another = await openAnother(store());
        const owners = Array.from({ length: 20 }, (_, number) => `owner ${number}`);
        const claims = await Promise.all(
          owners.map((owner, number) =>
            claimAt(number % 2 === 0 ? store() : another, { owner, now: now + leaseSeconds }),
          ),
        );
        expect(claims.filter(({ _tag }) => _tag === 'Claimed')).to.deep.equal([inDoubt]);
      });
    });

    describe('a release', () => {
      it('in doubt gives the next one the work at once, and says so, each time', async () => {
        await claim();
        expect(await release('first', 'in_doubt')).to.equal(true);
        expect(await claim({ owner: 'second' })).to.deep.equal(inDoubt);
        expect(await release('second', 'in_doubt')).to.equal(true);
        expect(await claim({ owner: 'third' })).to.deep.equal(inDoubt);
      });

      it('that forgets leaves the key as if it had never come', async () => {
        await claim();
        await release('first', 'in_doubt');
        await claim({ owner: 'second' });
        expect(await release('second', 'forget')).to.equal(true);
        expect(await claim({ owner: 'third', fingerprint: 'another' })).to.deep.equal(fresh);
      });

      it('by somebody else, or a second time, changes nothing', async () => {
        await claim();
        expect(await release('second', 'forget')).to.equal(false);
        expect(await claim({ owner: 'third' })).to.deep.equal(inUse(now + leaseSeconds));
        await release('first', 'in_doubt');
        expect(await release('first', 'forget')).to.equal(false);
        expect(await answer('first', 'late')).to.equal(false);
        expect(await claim({ owner: 'third' })).to.deep.equal(inDoubt);
      });
    });

    describe('after a day', () => {
      it('a key is new, whatever stood under it', async () => {
        await claim();
        await release('first', 'in_doubt');
        await claim({ owner: 'second' });
        await answer('second', 'text');
        const late = { owner: 'third', fingerprint: 'another', now: now + day };
        expect(await claim(late)).to.deep.equal(otherRequest);
        expect(await claim({ ...late, now: now + day + 1 })).to.deep.equal(fresh);
      });

      it('counts from the first request, not from the last', async () => {
        await claim();
        await release('first', 'in_doubt');
        await claim({ owner: 'second', now: now + day });
        await release('second', 'in_doubt');
        expect(await claim({ owner: 'third', now: now + day })).to.deep.equal(inDoubt);
        await release('third', 'in_doubt');
        expect(await claim({ owner: 'fourth', now: now + day + 1 })).to.deep.equal(fresh);
      });

      it('the owner of the forgotten one changes nothing any more', async () => {
        await claim();
        await claim({ owner: 'second', now: now + day + 1 });
        expect(await answer('first', 'late')).to.equal(false);
        expect(await answer('second', 'text')).to.equal(true);
      });
    });

    describe('a purge', () => {
      const fill = async (): Promise<void> => {
        for (const number of [0, 1, 2, 3, 4]) {
          await claim({ key: `key ${number}`, now: now + number });
        }
      };

      it('drops what came first before a moment, and nothing else', async () => {
        await fill();
        expect(await valueOf(store().purge(now + 3, 100))).to.equal(3);
        expect(await claim({ key: 'key 2', owner: 'second', now: now + 5 })).to.deep.equal(fresh);
        expect(await claim({ key: 'key 3', owner: 'second', now: now + 5 })).to.deep.equal(
          inUse(now + 3 + leaseSeconds),
        );
      });

      it('drops no more than it is asked to', async () => {
        await fill();
        expect(await valueOf(store().purge(now + 100, 2))).to.equal(2);
        expect(await valueOf(store().purge(now + 100, 2))).to.equal(2);
        expect(await valueOf(store().purge(now + 100, 2))).to.equal(1);
        expect(await valueOf(store().purge(now + 100, 2))).to.equal(0);
      });
    });
  });
};
