import { createPort } from '../../../../../src/adapters/outbound/memory/create-port.js';
import type { MemoryProcessor } from '../../../../../src/adapters/outbound/memory/memory-processor.js';
import { createControls } from '../../../../../src/simulator/controls/create-controls.js';
import { createEngine, type Engine } from '../../../../../src/simulator/engine/engine.js';
import type { EngineOptions } from '../../../../../src/simulator/engine/kernel/memory.js';
import type { PaymentIntentObject } from '../../../../../src/simulator/engine/objects/payment-intent.js';
import { engineOperations } from '../../../../../src/simulator/engine/operations.js';
import { right } from './outcomes.js';

/** The time of every test: 2026-05-28, in Unix seconds. */
export const noon = 1_780_000_000;

export type Shop = {
  readonly engine: Engine;
  readonly processor: MemoryProcessor;
  /** A customer without cards. */
  readonly customer: string;
};

/** Opens a new processor, as an engine and as the port, with one customer. */
export const openShop = (options: Partial<EngineOptions> = {}): Shop => {
  const engine = createEngine({
    account: 'acct_1',
    seed: 'shop',
    clock: () => noon,
    keepEvents: 10_000,
    cardTokens: true,
    searchDelay: 0,
    fees: null,
    challengeUrl: (intent) => `https://bank.example/${intent}`,
    checkoutUrl: (session) => `https://pay.example/${session}`,
    onListenerError: (error) => {
      throw error;
    },
    ...options,
  });
  const { id } = right(engine.call(engineOperations.createCustomer, { email: 'ana@example.com' }));
  return {
    engine,
    processor: { ...createPort(engine), controls: createControls(engine) },
    customer: id,
  };
};

/** Pays 20 euros with a magic payment method, confirmed in the same call. */
export const pay = (
  { engine, customer }: Shop,
  payment_method = 'pm_card_visa',
  extra: object = {},
): PaymentIntentObject =>
  right(
    engine.call(engineOperations.createIntent, {
      amount: 2000,
      currency: 'eur',
      customer,
      payment_method,
      confirm: true,
      ...extra,
    }),
  );

/** Pays 20 euros with a card of this number that is added to the customer. */
export const payWithNumber = (
  shop: Shop,
  number: string,
  extra: object = {},
): PaymentIntentObject => {
  const { engine, customer } = shop;
  const card = { number, exp_month: 12, exp_year: 2030, cvc: '123' };
  const token = right(engine.call(engineOperations.createToken, { card }));
  const { id } = right(engine.call(engineOperations.createSource, { customer, source: token.id }));
  return pay(shop, id, extra);
};

/** The types of the events that an act causes, in order. */
export const eventTypes = (engine: Engine, act: () => void): ReadonlyArray<string> => {
  const types: Array<string> = [];
  const stop = engine.onEvent(({ type }) => {
    types.push(type);
  });
  act();
  stop();
  return types;
};
