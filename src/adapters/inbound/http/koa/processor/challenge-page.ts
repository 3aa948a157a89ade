import { createHash } from 'node:crypto';
import { formatEuros } from '../../../../../domain/money.js';
import type { PaymentIntent } from '../../../../../domain/payment-intent.js';

const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #eef1f6; color: #1b2433;
    font: 16px/1.5 system-ui, sans-serif; }
  main { background: #fff; padding: 2rem 2.5rem; border-radius: 12px; max-width: 24rem; box-shadow: 0 2px 16px #1b243322; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
  .amount { font-size: 2rem; font-weight: 600; margin: 1rem 0 0; }
  .note { color: #5a6577; font-size: .875rem; }
  form { display: flex; gap: .75rem; margin-top: 1.5rem; }
  button { flex: 1; padding: .7rem 1rem; border: 0; border-radius: 8px; font: inherit; cursor: pointer; }
  .approve { background: #1f6f43; color: #fff; }
  .refuse { background: #e3e7ee; color: #1b2433; }
`;

/** What the page may do: show its own style and send its form. The answer to the form leads to another host, so `form-action` stays open. */
export const challengePagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'self'; base-uri 'none'`;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, content: string): string => `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body><main><h1>${escape(title)}</h1>
${content}
</main></body>
</html>
`;

/** Where a person approves or refuses a 3D Secure challenge, in the bank's place. */
export const challengePage = ({ id, amount, currency }: PaymentIntent): string =>
  page(
    'Autenticación 3D Secure',
    `<p class="note">Banco simulado del procesador en memoria. No se mueve dinero de verdad.</p>
<p class="amount">${escape(formatEuros(amount).replace('.', ','))} ${escape(currency.toUpperCase())}</p>
<p class="note">Pago ${escape(id)}</p>
<form method="post">
<button class="approve" name="outcome" value="approve">Autorizar</button>
<button class="refuse" name="outcome" value="refuse">Rechazar</button>
</form>`,
  );

/** What the person sees when there is nothing to approve, or nowhere to come back to. */
export const challengeEndPage = (message: string): string =>
  page('Autenticación 3D Secure', `<p>${escape(message)}</p>`);
