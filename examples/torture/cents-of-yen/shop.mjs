import { rightShop } from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

// FAULT: each currency is taken to have two decimals. Right: yen have none, and dinars three.
const pay = ({ price, ...order }) => rightShop.pay({ ...order, amount: Math.round(price * 100) });

serve({ ...rightShop, pay });
