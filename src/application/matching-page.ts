import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { List } from '../domain/input/list.js';
import type { ProcessorError } from '../domain/payment-error.js';
import type { LedgerPage } from './ports/payment-processor.js';

type Lister<Item, Cursor> = (page: LedgerPage<Cursor>) => TE.TaskEither<ProcessorError, List<Item>>;

const largestPage = 100;

/** Lists only the items that match: reads pages of the processor until it has one more than the limit, or all. */
export const matchingPage =
  <Item extends { readonly id: string }, Cursor extends string>(
    list: Lister<Item, Cursor>,
    ids: { readonly is: (id: unknown) => id is Cursor },
    matches: (item: Item) => boolean,
  ): Lister<Item, Cursor> =>
  ({ limit, ...wanted }) => {
    const isBackwards = wanted.ending_before !== undefined;
    const readOn = (
      found: ReadonlyArray<Item>,
      page: Omit<LedgerPage<Cursor>, 'limit'>,
    ): TE.TaskEither<ProcessorError, List<Item>> =>
      pipe(
        list({ ...page, limit: largestPage }),
        TE.flatMap((answer) => {
          const matching = answer.data.filter(matches);
          const all = isBackwards ? [...matching, ...found] : [...found, ...matching];
          const last = answer.data.at(isBackwards ? 0 : -1)?.id;
          if (answer.has_more && all.length <= limit && ids.is(last)) {
            return readOn(all, {
              ...page,
              [isBackwards ? 'ending_before' : 'starting_after']: last,
            });
          }
          return TE.right({
            ...answer,
            data: isBackwards ? all.slice(-limit) : all.slice(0, limit),
            has_more: all.length > limit,
          });
        }),
      );
    return readOn([], wanted);
  };
