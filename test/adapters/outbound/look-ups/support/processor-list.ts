import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  After,
  Created,
} from '../../../../../src/adapters/outbound/look-ups/outcome-reads.js';

type Item = { readonly id: string; readonly created: number };

/** One item in each `step` seconds. */
export const every = (step: number, from: number, to: number): ReadonlyArray<Item> =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => ({
    id: `item_${from}_${index}`,
    created: from + index * step,
  }));

/** A list as Stripe pages it (https://docs.stripe.com/api/pagination): 100 items, the newest first, both ends of `created` included. */
export const processorList = <A extends Item>(items: ReadonlyArray<A>) => {
  const sorted = items.toSorted((a, b) => b.created - a.created);
  const asked: Array<Created> = [];
  return {
    /** The ranges that were asked for. */
    asked,
    list: ({ created, starting_after }: After & { readonly created: Created }) => {
      asked.push(created);
      const { gte, lte = Infinity } = created;
      const within = sorted.filter((item) => item.created >= gte && item.created <= lte);
      const start = within.findIndex(({ id }) => id === starting_after) + 1;
      return TE.right({
        object: 'list' as const,
        data: within.slice(start, start + 100),
        has_more: within.length > start + 100,
        url: '/',
      });
    },
  };
};
