import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { matchingPage } from '../../src/application/matching-page.js';
import type { LedgerPage } from '../../src/application/ports/payment-processor.js';
import { PaymentIntentId } from '../../src/domain/ids.js';
import type { ProcessorError } from '../../src/domain/payment-error.js';
import { decoded } from '../support/inputs/decoded.js';

type Item = { readonly id: string; readonly paid: boolean };
type Page = LedgerPage<PaymentIntentId>;

// Newest first. Every fifth is paid.
const all: ReadonlyArray<Item> = Array.from({ length: 450 }, (_, at) => ({
  id: `pi_${450 - at}`,
  paid: at % 5 === 0,
}));

const listing = (items: ReadonlyArray<Item> = all) => {
  const asked: Array<Page> = [];
  const list = (page: Page) => {
    asked.push(page);
    const { limit, starting_after, ending_before } = page;
    const start = items.findIndex(({ id }) => id === starting_after) + 1;
    const end = items.findIndex(({ id }) => id === ending_before);
    const rest = ending_before === undefined ? items.slice(start) : items.slice(0, end);
    const data = ending_before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
    return TE.right({
      object: 'list',
      data,
      has_more: data.length < rest.length,
      url: '/v1/x',
    } as const);
  };
  return { asked, paid: matchingPage(list, PaymentIntentId, ({ paid }: Item) => paid) };
};

const id = (number: number) => decoded(PaymentIntentId, `pi_${number}`);

const read = async (page: Page, items?: ReadonlyArray<Item>) => {
  const { asked, paid } = listing(items);
  const answer = await paid(page)();
  if (E.isLeft(answer)) throw new Error(answer.left._tag);
  const { data, has_more } = answer.right;
  return { ids: data.map((item) => item.id), has_more, calls: asked.length };
};

describe('a page of the items that match', () => {
  it('has the newest, and says whether another one matches', async () => {
    expect(await read({ limit: 3 })).to.deep.equal({
      ids: ['pi_450', 'pi_445', 'pi_440'],
      has_more: true,
      calls: 1,
    });
  });

  it('reads as many pages of the processor as it needs', async () => {
    const { ids, has_more, calls } = await read({ limit: 40 });
    expect([ids.length, ids.at(-1), has_more, calls]).to.deep.equal([40, 'pi_255', true, 3]);
  });

  it('goes on after a cursor, and ends where nothing matches any more', async () => {
    expect(await read({ limit: 3, starting_after: id(15) })).to.deep.equal({
      ids: ['pi_10', 'pi_5'],
      has_more: false,
      calls: 1,
    });
    expect(await read({ limit: 2, starting_after: id(15) })).to.deep.equal({
      ids: ['pi_10', 'pi_5'],
      has_more: false,
      calls: 1,
    });
  });

  it('goes back before a cursor, nearest to it', async () => {
    expect(await read({ limit: 2, ending_before: id(1) })).to.deep.equal({
      ids: ['pi_10', 'pi_5'],
      has_more: true,
      calls: 1,
    });
    const { ids, has_more, calls } = await read({ limit: 100, ending_before: id(1) });
    expect([ids.length, ids[0], ids.at(-1), has_more, calls]).to.deep.equal([
      90,
      'pi_450',
      'pi_5',
      false,
      5,
    ]);
  });

  it('is empty where nothing matches', async () => {
    const none = all.map((item) => ({ ...item, paid: false }));
    expect(await read({ limit: 3 }, none)).to.deep.equal({ ids: [], has_more: false, calls: 5 });
  });

  it('keeps the time on every page', async () => {
    const { asked, paid } = listing();
    await paid({ limit: 40, created_from: 1, created_to: 9 })();
    expect(asked).to.deep.equal([
      { limit: 100, created_from: 1, created_to: 9 },
      { limit: 100, created_from: 1, created_to: 9, starting_after: 'pi_351' },
      { limit: 100, created_from: 1, created_to: 9, starting_after: 'pi_251' },
    ]);
  });

  it('passes the error of the processor on', async () => {
    const error: ProcessorError = {
      _tag: 'ProcessorRefused',
      status: 400,
      message: 'No such customer',
      code: 'resource_missing',
      param: 'customer',
    };
    const failing = matchingPage(
      () => TE.left(error),
      PaymentIntentId,
      () => true,
    );
    expect(await failing({ limit: 3 })()).to.deep.equal(E.left(error));
  });
});
