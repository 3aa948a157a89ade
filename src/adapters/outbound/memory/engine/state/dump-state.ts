import type { State, StateDump } from './state.js';

/** The state as plain JSON; rows are shared, not copied. */
export const dumpState = (state: State): StateDump => ({
  customers: state.customers.dump(),
  deletedCustomers: state.deletedCustomers.dump(),
  tokens: state.tokens.dump(),
  instruments: state.instruments.dump(),
  intents: state.intents.dump(),
  charges: state.charges.dump(),
  refunds: state.refunds.dump(),
  disputes: state.disputes.dump(),
  transactions: state.transactions.dump(),
  balances: [...state.balances],
  events: state.events.dump(),
  webhookEndpoints: state.webhookEndpoints.dump(),
  authenticated: [...state.authenticated],
});
