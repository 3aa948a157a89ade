import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type { Page } from '../../application/ports/payment-processor.js';
import type { List } from '../../domain/input/list.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { IdKind } from '../contract-options.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, succeed } from '../support/expect-outcome.js';
import { proven } from '../support/ids.js';

/** A list, and how the clause adds objects to it. */
type Listing<Cursor> = {
  /** Adds an object. Returns its id. */
  readonly add: () => Promise<string>;
  readonly list: (
    page: Page<Cursor>,
  ) => TE.TaskEither<ProcessorError, List<{ readonly id: string }>>;
};

type Spec<Cursor> = {
  readonly cursor: t.Type<Cursor, string, unknown>;
  readonly kind: IdKind;
  readonly arrange: (processor: Subject) => Promise<Listing<Cursor>>;
};

const idsOf = (page: List<{ readonly id: string }>) => page.data.map(({ id }) => id);

// More pages than any list of this suite has: an endless list fails instead of hanging.
const endless = 10;

/** The clauses about `limit` and cursors, the same for every list. */
export const paging = <Cursor>(
  { it, expected }: Suite,
  what: string,
  { cursor, kind, arrange }: Spec<Cursor>,
): void => {
  const at = (id: string | undefined) => proven(cursor, id);

  const fill = async (processor: Subject, count: number) => {
    const { add, list } = await arrange(processor);
    const newestFirst: Array<string> = [];
    for (let made = 0; made < count; made += 1) newestFirst.unshift(await add());
    return { ids: newestFirst, list };
  };

  it(`${what} come newest first, and has_more is false on the last page`, async (processor) => {
    const { ids, list } = await fill(processor, 3);
    const page = await succeed(what, list({ limit: 3 }));
    assert.deepEqual(idsOf(page), ids, `${what}: a list is newest first`);
    assert.equal(page.has_more, false, `${what}: has_more is false after the last page`);
  });

  it(`starting_after pages through ${what} without repeating or missing one`, async (processor) => {
    const { ids, list } = await fill(processor, 5);
    const walk = async (page: Page<Cursor>, rest: number): Promise<ReadonlyArray<string>> => {
      assert.ok(rest > 0, `${what}: has_more must be false on the last page`);
      const answer = await succeed(what, list(page));
      const found = idsOf(answer);
      assert.ok(found.length <= 2, `${what}: a page holds no more than its limit`);
      if (!answer.has_more) return found;
      assert.ok(found.length > 0, `${what}: has_more must be false on an empty page`);
      const following = { limit: 2, starting_after: at(found.at(-1)) };
      return [...found, ...(await walk(following, rest - 1))];
    };
    const walked = await walk({ limit: 2 }, endless);
    assert.deepEqual(walked, ids, `${what}: starting_after returns each one once`);
  });

  it(`ending_before returns the next newer ${what}, newest first`, async (processor) => {
    const { ids, list } = await fill(processor, 5);
    const near = await succeed(what, list({ limit: 2, ending_before: at(ids[4]) }));
    assert.deepEqual(
      [idsOf(near), near.has_more],
      [ids.slice(2, 4), true],
      `${what}: ending_before returns the next newer ones, newest first; has_more is true if there are even newer ones`,
    );
    const far = await succeed(what, list({ limit: 2, ending_before: at(ids[2]) }));
    assert.deepEqual(
      [idsOf(far), far.has_more],
      [ids.slice(0, 2), false],
      `${what}: has_more is false when the page reaches the newest`,
    );
  });

  it(`a page of ${what} beyond either end is empty`, async (processor) => {
    const { ids, list } = await fill(processor, 2);
    const after = await succeed(what, list({ limit: 2, starting_after: at(ids[1]) }));
    const before = await succeed(what, list({ limit: 2, ending_before: at(ids[0]) }));
    for (const page of [after, before]) {
      assert.deepEqual([idsOf(page), page.has_more], [[], false], `${what}: nothing is beyond`);
    }
  });

  for (const direction of ['starting_after', 'ending_before'] as const) {
    it(`a list of ${what} refuses an unknown ${direction}`, async (processor) => {
      const { list } = await fill(processor, 1);
      await failWith(
        `${what} ${direction}`,
        list({ limit: 2, [direction]: at(processor.given.unknown(kind)) }),
        'ProcessorRefused',
        expected.missing(direction),
      );
    });
  }
};
