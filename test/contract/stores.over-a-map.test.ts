import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import {
  describeEventStore,
  describeIdempotencyStore,
  describeRefundSums,
} from '../../src/contract.js';
import { createIdempotencyStore, type KeyRow, type Rows } from '../../src/index.js';
import { keyedRequest } from '../support/idempotency/keyed-request.js';
import { createMapEventStore } from '../support/stores/map-event-store.js';
import { createMapRefundSums } from '../support/stores/map-refund-sums.js';
import { mapRows } from '../support/stores/map-rows.js';
import { recordingFramework } from './support/recording-framework.js';

const storeOver = (broken: (sound: Rows<KeyRow>) => Partial<Rows<KeyRow>>) => {
  const keys = mapRows<KeyRow>();
  return createIdempotencyStore({ keys: { ...keys, ...broken(keys) }, facts: mapRows() });
};

const never = async (): Promise<boolean> => false;

describe('a store over a map, written from the types alone', () => {
  describeIdempotencyStore('over a map', {
    open: () => createIdempotencyStore({ keys: mapRows(), facts: mapRows() }),
  });
  describeEventStore('over a map', { open: createMapEventStore });
  describeRefundSums('over a map', { open: createMapRefundSums });
});

describe('rows of keys that break a rule', () => {
  const failures = async (
    broken: (sound: Rows<KeyRow>) => Partial<Rows<KeyRow>>,
  ): Promise<ReadonlyArray<string>> => {
    const { framework, run } = recordingFramework();
    describeIdempotencyStore('broken', { open: () => storeOver(broken) }, framework);
    return (await run()).failed.map(({ message }) => message.split('\n')[0] ?? '');
  };

  it('that swap without comparing give a key to several callers', async () => {
    const swaps = ({ read, compareAndSwap }: Rows<KeyRow>): Partial<Rows<KeyRow>> => ({
      compareAndSwap: async (id, _before, after) => {
        while (!(await compareAndSwap(id, await read(id), after)));
        return true;
      },
    });
    expect(await failures(swaps)).to.include(
      'the store breaks the rule "claim: gives a key to exactly one of many concurrent callers, across instances"',
    );
  });

  it('that list in any order list keys in any order', async () => {
    const reversed = ({ list }: Rows<KeyRow>): Partial<Rows<KeyRow>> => ({
      async *list(name, after) {
        const rows = [];
        for await (const row of list(name, after)) rows.push(row);
        yield* rows.toReversed();
      },
    });
    expect(await failures(reversed)).to.include(
      'the store breaks the rule "unsettled keys and settle: unsettled lists the keys without an answer, the oldest first"',
    );
  });

  it('that never swap fail with the reason, and end', async () => {
    const claimed = await storeOver(() => ({ compareAndSwap: never })).claim(keyedRequest({}))();
    expect(E.isLeft(claimed) && String(claimed.left.cause)).to.include(
      'compareAndSwap returned false 1000 times in a row',
    );
  });

  it('that reject make the store unavailable', async () => {
    const cause = new Error('no database');
    const store = storeOver(() => ({ read: () => Promise.reject(cause) }));
    expect(await store.findAnswer({ scope: 'shop', key: 'one' })()).to.deep.equal(
      E.left({ _tag: 'StoreUnavailable', cause }),
    );
  });
});
