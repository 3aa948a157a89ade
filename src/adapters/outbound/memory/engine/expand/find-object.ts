import { toPaymentMethod, toSource } from '../cards/card-views.js';
import { toBalanceTransaction } from '../objects/balance.js';
import type { JsonObject } from '../objects/json.js';
import type { ObjectName } from '../objects/object.js';
import type { State } from '../store/state.js';

/** The object of a kind that has an id, as its retrieval would answer it. */
export const findObject = (state: State, kind: ObjectName, id: string): JsonObject | undefined => {
  switch (kind) {
    case 'card': {
      const instrument = state.instruments.get(id);
      return instrument?.kind === 'card' ? toSource(instrument) : undefined;
    }
    case 'charge':
      return state.charges.get(id);
    case 'customer':
      return state.customers.get(id) ?? state.deletedCustomers.get(id);
    case 'payment_intent':
      return state.intents.get(id);
    case 'payment_method': {
      const instrument = state.instruments.get(id);
      return instrument === undefined ? undefined : toPaymentMethod(instrument);
    }
    case 'refund':
      return state.refunds.get(id);
    case 'event':
      return state.events.get(id);
    case 'dispute':
      return state.disputes.get(id);
    case 'balance_transaction': {
      const entry = state.transactions.get(id);
      return entry === undefined ? undefined : toBalanceTransaction(entry);
    }
    case 'balance':
    case 'token':
    case 'webhook_endpoint':
      return undefined;
  }
};
