import { Stripe } from 'stripe';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import type { FakeServerOptions } from '../../../src/simulator/fake-server/fake-server-options.js';
import { cardYear } from '../../support/processors/card-year.js';

/** The official SDK, pointed at a server on this machine. */
export const sdkAt = (
  url: string,
  apiKey: string,
  options: Pick<Stripe.StripeConfig, 'httpClient' | 'maxNetworkRetries' | 'stripeAccount'> = {},
): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    ...options,
  });
};

/** A shop that pays through the official SDK, over a fake server of its own. */
type Shop = {
  readonly server: FakeServer;
  readonly stripe: Stripe;
  /** A new customer with a card of this number. */
  readonly buyer: (number?: string) => Promise<Buyer>;
};

type Buyer = { readonly customer: string; readonly card: string };

const shopAt = (server: FakeServer): Shop => {
  const stripe = sdkAt(server.url, server.apiKey);
  return {
    server,
    stripe,
    buyer: async (number = '4242424242424242') => {
      const { id: customer } = await stripe.customers.create();
      const { id: source } = await stripe.tokens.create({
        card: { number, exp_month: '12', exp_year: String(cardYear), cvc: '123' },
      });
      const { id: card } = await stripe.customers.createSource(customer, { source });
      return { customer, card };
    },
  };
};

/** A shop for the tests of a block. */
export const useShop = (options: FakeServerOptions = {}): (() => Shop) => {
  const open: { shop?: Shop } = {};
  before(async () => {
    open.shop = shopAt(await startFakeServer(options));
  });
  after(() => open.shop?.server.close());
  return () => {
    if (open.shop === undefined) throw new Error('the shop is open only inside the tests');
    return open.shop;
  };
};
