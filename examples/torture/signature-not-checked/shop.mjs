import { markPaid, rightShop } from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

const webhook = (body) => {
  // FAULT: anybody can send this. Right: `stripe.webhooks.constructEvent(body, signature, webhookSecret)`.
  const { type, data } = JSON.parse(body);
  if (type === 'payment_intent.succeeded') markPaid(data.object.id);
};

serve({ ...rightShop, webhook });
