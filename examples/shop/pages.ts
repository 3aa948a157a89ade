import { randomUUID } from 'node:crypto';
import { catalogue, itemNames, type Language } from './catalogue.ts';
import type { Order } from './orders.ts';

/** The texts of the pages, in the languages of the browsers. */
export const texts = {
  en: {
    shop: 'Tea and coffee',
    email: 'E-mail',
    remember: 'Be a customer, not a guest',
    name: 'Name',
    phone: 'Telephone',
    order: 'Order',
    total: 'Total',
    pay: 'Pay',
    again: 'Order again',
    confirming: 'Thank you. Your payment is being confirmed. You may close this page.',
    processing:
      'Your bank is still working on your payment. That may take days. You may close this page.',
    paid: 'Your order is paid, and on its way.',
    lost: 'Your payment did not arrive, and nothing was sent.',
    refunded: 'Given back',
    noAnswer: 'No answer. Press the button again: you pay once.',
  },
  es: {
    shop: 'Té y café',
    email: 'Correo electrónico',
    remember: 'Soy cliente, no invitado',
    name: 'Nombre',
    phone: 'Teléfono',
    order: 'Pedir',
    total: 'Total',
    pay: 'Pagar',
    again: 'Pedir de nuevo',
    confirming: 'Gracias. Estamos confirmando tu pago. Puedes cerrar esta página.',
    processing:
      'Tu banco aún está tramitando el pago. Puede tardar días. Puedes cerrar esta página.',
    paid: 'Tu pedido está pagado y en camino.',
    lost: 'Tu pago no ha llegado y no hemos enviado nada.',
    refunded: 'Devuelto',
    noAnswer: 'Sin respuesta. Pulsa el botón otra vez: pagarás una sola vez.',
  },
};

export const money = (cents: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100);

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
  label { display: block; }
  label, summary { margin: 1rem 0; }
  label input { display: block; width: 100%; }
  input, button { box-sizing: border-box; font: inherit; padding: 0.5rem 0.75rem; border-radius: 0.5rem; }
  input { border: 1px solid GrayText; }
  label.item { display: flex; align-items: center; justify-content: space-between; }
  label.item input { width: 5rem; }
  button { width: 100%; margin-top: 1.5rem; border: 0; background: #3a3fc0; color: #fff; }
  button:disabled { opacity: 0.5; }`;

export const layout = (language: Language, body: string, head = ''): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${texts[language].shop}</title>
<style>${style}</style>
${head}
<main>
<h1>${texts[language].shop}</h1>
${body}
</main>
</html>`;

/** The first page: what there is, and who wants it. */
export const cataloguePage = (language: Language): string => {
  const text = texts[language];
  const items = itemNames.map((name) => {
    const { price, [language]: title } = catalogue[name];
    return `<label class="item">${title}, ${money(price, language)}
      <input type="number" name="${name}" value="${name === 'tea' ? 1 : 0}" min="0" max="99"></label>`;
  });
  return layout(
    language,
    `<form method="post" action="/orders">
    <input type="hidden" name="id" value="${randomUUID()}">
    ${items.join('\n    ')}
    <label>${text.email} <input type="email" name="email" autocomplete="email" required></label>
    <details>
      <summary>${text.remember}</summary>
      <label>${text.name} <input name="name" autocomplete="name"></label>
      <label>${text.phone} <input type="tel" name="phone" autocomplete="tel"></label>
    </details>
    <button>${text.order}</button>
  </form>`,
  );
};

/** Says how an order stands. It looks again until the order is decided. */
export const statusPage = (
  { total, refunded }: Order,
  state: 'confirming' | 'processing' | 'paid' | 'lost',
  language: Language,
): string => {
  const text = texts[language];
  const seconds = { confirming: 1, processing: 60, paid: 0, lost: 0 }[state];
  return layout(
    language,
    `<p>${text.total}: ${money(total, language)}</p>
  <p role="status">${text[state]}</p>
  ${refunded > 0 ? `<p>${text.refunded}: ${money(refunded, language)}</p>` : ''}
  ${state === 'lost' ? `<p><a href="/">${text.again}</a></p>` : ''}`,
    seconds > 0 ? `<meta http-equiv="refresh" content="${seconds}">` : '',
  );
};
