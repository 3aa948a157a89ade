import { shop } from '../support/config.mjs';

export default { ...shop, shop: { ...shop.shop, command: ['python3', 'shop.py'] } };
