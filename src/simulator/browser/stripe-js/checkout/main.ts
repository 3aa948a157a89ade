import type { CheckoutFrameNews, CheckoutMessage } from '../shared/checkout-news.js';

const isState = (text: string | undefined): text is CheckoutFrameNews['state'] =>
  text === 'challenge' || text === 'complete' || text === 'open';

/** Tells the shop's page, which holds this page of Checkout in a frame, how it goes. */
const tell = (): void => {
  const { state, intent, url } = document.querySelector<HTMLElement>('#news')?.dataset ?? {};
  if (window.parent === window || !isState(state)) return;
  const { height } = document.body.getBoundingClientRect();
  const message: CheckoutMessage = {
    pasarelaCheckout: { state, height: Math.ceil(height), intent, url },
  };
  // The news says nothing about the card, and the shop knows its own session.
  window.parent.postMessage(message, '*');
};

document.querySelector<HTMLElement>('.problems')?.focus();
new ResizeObserver(tell).observe(document.body);
