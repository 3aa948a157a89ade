import { shopWithClock } from '../support/config.mjs';

// It makes no refunds.
const { refund: _, ...shop } = shopWithClock;
export default shop;
