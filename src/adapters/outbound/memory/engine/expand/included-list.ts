import { toSource } from '../cards/card-views.js';
import type { JsonObject } from '../objects/json.js';
import { take } from '../store/list-page.js';
import type { State } from '../store/state.js';

const shown = 10;

const listOf = (rows: Iterable<JsonObject>, url: string): JsonObject => {
  const found = take(rows, shown + 1);
  return { object: 'list', data: found.slice(0, shown), has_more: found.length > shown, url };
};

const cardsOf = function* ({ instruments }: State, customer: string): Iterable<JsonObject> {
  for (const card of instruments.newestFirst({ index: 'source', key: customer })) {
    yield toSource(card);
  }
};

/** The first page of what belongs to an object, for a field of that name that only an expansion shows. */
export const includedList = (
  state: State,
  field: string,
  owner: string,
): JsonObject | undefined => {
  switch (field) {
    case 'sources':
      return listOf(cardsOf(state, owner), `/v1/customers/${owner}/sources`);
    case 'refunds':
      return listOf(
        state.refunds.newestFirst({ index: 'charge', key: owner }),
        `/v1/charges/${owner}/refunds`,
      );
    default:
      return undefined;
  }
};
