import type { Language } from './catalogue.ts';
import type { Order } from './orders.ts';
import { layout, money, texts } from './pages.ts';

/** The page that leads the customer to Stripe's. */
export const orderPage = ({ id, total }: Order, language: Language): string => {
  const text = texts[language];
  return layout(
    language,
    `<p>${text.total}: ${money(total, language)}</p>
  <form method="post" action="/orders/${id}/pay">
    <button>${text.pay}</button>
  </form>`,
  );
};
