import {
  CardElement,
  Elements,
  EmbeddedCheckout,
  EmbeddedCheckoutProvider,
  ExpressCheckoutElement,
  PaymentElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js';
import { createElement as h, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

// The page of a shop, written like the examples of react-stripe-js: ?key=...&clientSecret=...&element=card|payment|embedded|express
const query = new URLSearchParams(window.location.search);
const clientSecret = query.get('clientSecret');
const stripePromise = loadStripe(query.get('key'));

const payWithCard = (stripe, elements) =>
  stripe.confirmCardPayment(clientSecret, {
    payment_method: { card: elements.getElement(CardElement) },
  });

const payWithPaymentElement = (stripe, elements) =>
  stripe.confirmPayment({
    elements,
    redirect: 'if_required',
    confirmParams: { return_url: window.location.href },
  });

const Checkout = ({ Field, options, pay }) => {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const returned = query.get('payment_intent_client_secret');
    if (stripe === null || returned === null) return;
    void stripe
      .retrievePaymentIntent(returned)
      .then(({ paymentIntent }) => setMessage(paymentIntent.status));
  }, [stripe]);
  const submit = async (event) => {
    event.preventDefault();
    const { error, paymentIntent } = await pay(stripe, elements);
    setMessage(error?.message ?? paymentIntent.status);
  };
  return h(
    'form',
    { onSubmit: submit },
    h(Field, { options, onReady: () => setReady(true) }),
    h('button', { disabled: !ready }, 'Pay'),
    h('output', null, message),
  );
};

const payWithWallet = (stripe, elements) =>
  stripe.confirmPayment({ elements, clientSecret, redirect: 'if_required' });

const ExpressCheckout = ({ pay }) => {
  const stripe = useStripe();
  const elements = useElements();
  const [message, setMessage] = useState('');
  const confirm = async () => {
    await elements.submit();
    const { error, paymentIntent } = await pay(stripe, elements);
    setMessage(error?.message ?? paymentIntent.status);
  };
  return h(
    'div',
    null,
    h(ExpressCheckoutElement, { onConfirm: confirm, options: { emailRequired: true } }),
    h('output', null, message),
  );
};

const elements = (element) =>
  element === 'card'
    ? h(
        Elements,
        { stripe: stripePromise },
        h(Checkout, { Field: CardElement, options: { hidePostalCode: true }, pay: payWithCard }),
      )
    : h(
        Elements,
        { stripe: stripePromise, options: { clientSecret, appearance: { theme: 'night' } } },
        h(Checkout, { Field: PaymentElement, pay: payWithPaymentElement }),
      );

const embedded = h(
  EmbeddedCheckoutProvider,
  { stripe: stripePromise, options: { fetchClientSecret: () => Promise.resolve(clientSecret) } },
  h(EmbeddedCheckout),
);

const express = h(
  Elements,
  { stripe: stripePromise, options: { mode: 'payment', amount: 1999, currency: 'eur' } },
  h(ExpressCheckout, { pay: payWithWallet }),
);

const element = query.get('element');
const shop = { embedded, express }[element] ?? elements(element);
createRoot(document.querySelector('#root')).render(h(StrictMode, null, shop));
