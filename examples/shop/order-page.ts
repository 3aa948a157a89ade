import type { Language } from './catalogue.ts';
import type { Order } from './orders.ts';
import { layout, money, texts } from './pages.ts';
import { setting, stripeAddress } from './settings.ts';

const script = `
  const form = document.querySelector('form');
  const button = form.querySelector('button');
  const { order, total, publishableKey, noAnswer } = form.dataset;
  const stripe = Stripe(publishableKey, { locale: document.documentElement.lang });
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe';
  const amount = Number(total);
  const elements = stripe.elements({ mode: 'payment', amount, currency: 'eur', appearance: { theme } });
  elements.create('payment').mount('#payment');

  const pay = async () => {
    const { error: incomplete } = await elements.submit();
    if (incomplete) return incomplete.message;
    const answer = await fetch('/orders/' + order + '/pay', { method: 'POST' });
    const { client_secret: clientSecret, message } = await answer.json();
    if (message) return message;
    const return_url = location.origin + '/orders/' + order;
    if (clientSecret) {
      // The browser leaves the page here. Only what the customer can correct comes back.
      const { error } = await stripe.confirmPayment({ elements, clientSecret, confirmParams: { return_url } });
      if (error.code !== 'payment_intent_unexpected_state') return error.message;
    }
    // Paid in another tab.
    location.assign(return_url);
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    form.querySelector('[role=status]').textContent = (await pay().catch(() => noAnswer)) ?? '';
    button.disabled = false;
  });`;

/** The page on which the customer pays: Stripe's fields, so that no card data comes near the shop. */
export const orderPage = ({ id, total }: Order, language: Language): string => {
  const text = texts[language];
  const publishableKey = setting('STRIPE_PUBLISHABLE_KEY');
  const stripeJs = `${stripeAddress() ?? 'https://js.stripe.com'}/endive/stripe.js`;
  return layout(
    language,
    `<p>${text.total}: ${money(total, language)}</p>
  <form data-order="${id}" data-total="${total}" data-publishable-key="${publishableKey}" data-no-answer="${text.noAnswer}">
    <div id="payment"></div>
    <button>${text.pay}</button>
    <p role="status"></p>
  </form>
  <script>${script}</script>`,
    `<script src="${stripeJs}"></script>`,
  );
};
