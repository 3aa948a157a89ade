import { shop } from '../support/config.mjs';

// It has no webhooks.
const { webhook: _, ...program } = shop.shop;
export default { ...shop, shop: program };
