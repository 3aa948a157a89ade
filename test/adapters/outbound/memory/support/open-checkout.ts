import { engineOperations } from '../../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../../src/simulator/engine/params/param.js';
import { ask } from './ask.js';
import { openShop, type Shop } from './open-shop.js';
import { right } from './outcomes.js';

/** A line of a shirt for 19.99 euros. */
export const shirt: WireHash = {
  price_data: { currency: 'eur', unit_amount: '1999', product_data: { name: 'Camiseta' } },
  quantity: '1',
};

/** The form of a session that sells a shirt. */
export const shirtSession: WireHash = {
  mode: 'payment',
  success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
  line_items: [shirt],
};

export const createSession = ({ engine }: Pick<Shop, 'engine'>, form: WireHash = {}) =>
  ask(engine, engineOperations.createCheckoutSession, { ...shirtSession, ...form });

/** A shop with a session that sells a shirt. */
export const openCheckout = (form: WireHash = {}): Shop & { readonly session: string } => {
  const shop = openShop();
  return { ...shop, session: String(right(createSession(shop, form))['id']) };
};

/** The session, with these fields expanded. */
export const retrieveSession = (
  { engine, session }: { readonly engine: Shop['engine']; readonly session: string },
  ...expand: ReadonlyArray<string>
) => right(ask(engine, engineOperations.retrieveCheckoutSession, { session, expand }));
