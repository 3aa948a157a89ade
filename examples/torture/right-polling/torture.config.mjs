import { shopWithClock } from '../support/config.mjs';

// It makes no refunds, and has no webhooks.
const {
  refund: _,
  shop: { webhook: __, ...program },
  ...others
} = shopWithClock;
export default { ...others, shop: program };
