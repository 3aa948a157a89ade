import type { LedgerPage } from '../../../application/ports/payment-processor.js';

/** A range of creation times in Unix seconds, from a moment until just before another. */
type CreatedRange = { readonly gte?: number; readonly lt?: number };

/** The parameters of a list of what was created in a time. */
export const createdParams = <Cursor, P extends LedgerPage<Cursor>>({
  created_from,
  created_to,
  ...page
}: P & LedgerPage<Cursor>): Omit<P, 'created_from' | 'created_to'> & {
  readonly created?: CreatedRange;
} => ({
  ...page,
  ...(created_from === undefined && created_to === undefined
    ? {}
    : {
        created: {
          ...(created_from === undefined ? {} : { gte: created_from }),
          ...(created_to === undefined ? {} : { lt: created_to }),
        },
      }),
});
