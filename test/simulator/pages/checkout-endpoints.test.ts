import { expect } from 'chai';
import type { Stripe } from 'stripe';
import { useShop } from '../../sdk/support/use-shop.js';
import { textAt } from '../../support/json/at.js';

const card = {
  email: 'eva@example.com',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  holder: 'Eva Gil',
};

type Entries = { readonly [name: string]: string };

/** Submits the page of a session, as a browser without scripts does. */
const submit = (
  url: string,
  entries: Entries,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(entries),
    headers: { 'accept-language': 'es', ...headers },
    redirect: 'manual',
  });

const open = (url: string, language = 'es'): Promise<Response> =>
  fetch(url, { headers: { 'accept-language': language }, redirect: 'manual' });

/** The problems that a page lists. */
const problemsOf = async (response: Response): Promise<ReadonlyArray<string | undefined>> =>
  [...(await response.text()).matchAll(/<li>(?:<a href="#\w+">)?([^<]*?)(?:<\/a>)?<\/li>/g)]
    .map(([, text]) => text)
    .filter((text) => !/^\d{4} /.test(text ?? ''));

describe('the page of a checkout session over HTTP', () => {
  const shop = useShop();

  const session = async (
    params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  ): Promise<{ readonly id: string; readonly url: string }> => {
    const { id, url } = await shop().stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://shop.example/gracias/ñ?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example/basket',
      line_items: [
        {
          price_data: { currency: 'eur', unit_amount: 1999, product_data: { name: 'Camiseta' } },
          quantity: 1,
        },
      ],
      ...params,
    });
    return { id, url: url ?? '' };
  };
  const retrieve = (id: string) => shop().stripe.checkout.sessions.retrieve(id);

  it('may be kept and framed by no one, and uses nothing but its own style', async () => {
    const { url } = await session();
    const { status, headers } = await open(url);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('referrer-policy')).to.equal('same-origin');
    expect(headers.get('content-security-policy')).to.match(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; frame-ancestors 'none'; base-uri 'none'$/,
    );
  });

  it('charges the card once, also on a double click, and leads to the shop', async () => {
    const { id, url } = await session();
    const answers = await Promise.all([submit(url, card), submit(url, card)]);
    for (const { status, headers } of answers) {
      expect(status).to.equal(303);
      expect(headers.get('location')).to.equal(`https://shop.example/gracias/%C3%B1?session=${id}`);
    }
    const { status, payment_intent } = await retrieve(id);
    expect(status).to.equal('complete');
    const charges = await shop().stripe.charges.list({ payment_intent: String(payment_intent) });
    expect(charges.data.map(({ amount, paid }) => [amount, paid])).to.deep.equal([[1999, true]]);
    const again = await open(url);
    expect(again.status).to.equal(200);
    expect(await again.text()).to.include('<h1>Pago terminado</h1>');
  });

  const declines: ReadonlyArray<readonly [string, string]> = [
    ['4000000000000002', 'El banco ha rechazado la tarjeta. Pruebe con otra.'],
    ['4000000000009995', 'La tarjeta no tiene fondos suficientes.'],
    ['4000000000000069', 'La tarjeta está caducada.'],
    ['4000000000000127', 'El código de seguridad no es correcto.'],
    ['4000000000000119', 'Ha habido un error al procesar la tarjeta. Pruebe de nuevo.'],
    ['4242424242424241', 'El número de tarjeta no es correcto.'],
  ];
  for (const [number, text] of declines) {
    it(`says of ${number}: ${text}`, async () => {
      const { id, url } = await session();
      const declined = await submit(url, { ...card, number });
      expect(declined.status).to.equal(402);
      expect(await problemsOf(declined)).to.deep.equal([text]);
      expect((await retrieve(id)).status).to.equal('open');
      expect((await submit(url, card)).status).to.equal(303);
    });
  }

  it('names every field that is missing or wrong, and pays nothing', async () => {
    const { id, url } = await session({
      phone_number_collection: { enabled: true },
      shipping_address_collection: { allowed_countries: ['ES'] },
    });
    const empty = await submit(url, {});
    expect(empty.status).to.equal(400);
    expect(await problemsOf(empty)).to.deep.equal([
      'Rellene este campo: Correo electrónico',
      'Rellene este campo: Teléfono',
      'Rellene este campo: Nombre y apellidos',
      'Rellene este campo: Calle y número',
      'Rellene este campo: Código postal',
      'Rellene este campo: Población',
      'Rellene este campo: País',
      'Rellene este campo: Número de tarjeta',
      'Rellene este campo: Caducidad',
      'Rellene este campo: Código de seguridad',
      'Rellene este campo: Titular de la tarjeta',
    ]);
    const address = { name: 'Eva', line1: 'Calle 1', postal_code: '27001', city: 'Lugo' };
    const given = { ...card, ...address, phone: '+34600000000', country: 'ES' };
    const wrong = await submit(url, { ...given, number: '4242', expiry: 'soon', cvc: 'abc' });
    expect(await problemsOf(wrong)).to.deep.equal([
      'Revise este campo: Número de tarjeta',
      'Revise este campo: Caducidad',
      'Revise este campo: Código de seguridad',
    ]);
    const email = await submit(url, { ...given, email: 'eva' });
    expect([email.status, await problemsOf(email)]).to.deep.equal([
      400,
      ['Revise este campo: Correo electrónico'],
    ]);
    const abroad = await submit(url, { ...given, country: 'FR' });
    expect(await problemsOf(abroad)).to.deep.equal([
      'No se ha podido completar. Inténtelo de nuevo.',
    ]);
    expect((await retrieve(id)).payment_intent).to.equal(null);
    expect((await submit(url, given)).status).to.equal(303);
    const { collected_information, customer_details } = await retrieve(id);
    expect(collected_information?.shipping_details?.address.city).to.equal('Lugo');
    expect(customer_details).to.include({ name: 'Eva Gil', phone: '+34600000000' });
  });

  it('adds the delivery that the customer chooses', async () => {
    const delivery = (display_name: string, amount: number) => ({
      shipping_rate_data: {
        display_name,
        type: 'fixed_amount' as const,
        fixed_amount: { amount, currency: 'eur' },
      },
    });
    const one = await session({ shipping_options: [delivery('Correos', 500)] });
    expect(await (await open(one.url)).text()).to.match(/Correos[^]*Pagar 24,99/);
    expect((await submit(one.url, card)).status).to.equal(303);
    expect((await retrieve(one.id)).amount_total).to.equal(2499);
    const two = await session({
      shipping_options: [delivery('Correos', 500), delivery('Hoy', 900)],
    });
    const page = await (await open(two.url)).text();
    const [, today = ''] = /value="(shr_\w+)">\s*<span>Hoy/.exec(page) ?? [];
    expect((await submit(two.url, { ...card, shipping_rate: today })).status).to.equal(303);
    const { amount_total, shipping_cost } = await retrieve(two.id);
    expect([amount_total, shipping_cost?.shipping_rate]).to.deep.equal([2899, today]);
    const rate = await shop().stripe.shippingRates.retrieve(today);
    expect(rate.display_name).to.equal('Hoy');
  });

  it('asks for the billing address where the shop requires it', async () => {
    const { id, url } = await session({ billing_address_collection: 'required' });
    const address = { line1: 'Calle 1', postal_code: '27001', city: 'Lugo', country: 'ES' };
    expect((await submit(url, { ...card, ...address, expiry: '1/2034' })).status).to.equal(303);
    expect((await retrieve(id)).customer_details?.address).to.include(address);
  });

  it('leads to the bank and back', async () => {
    const { id, url } = await session();
    const challenged = await submit(url, { ...card, number: '4000002760003184' });
    const bank = challenged.headers.get('location') ?? '';
    expect(bank).to.include('/_processor/challenges/pi_');
    const refused = await submit(bank, { outcome: 'refuse' });
    const back = await open(refused.headers.get('location') ?? '');
    expect(await problemsOf(back)).to.deep.equal([
      'El banco no ha podido autenticarle. Pruebe de nuevo o con otra tarjeta.',
    ]);
    const second = await submit(url, { ...card, number: '4000002760003184' });
    const approved = await submit(second.headers.get('location') ?? '', { outcome: 'approve' });
    const done = await open(approved.headers.get('location') ?? '');
    expect([done.status, done.headers.get('location')]).to.deep.equal([
      303,
      `https://shop.example/gracias/%C3%B1?session=${id}`,
    ]);
  });

  it('saves a card', async () => {
    const { stripe } = shop();
    const { id: customer } = await stripe.customers.create({ email: 'ana@example.com' });
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'eur',
      customer,
      success_url: 'https://shop.example/gracias',
    });
    const challenged = await submit(url ?? '', { ...card, number: '4000002760003184' });
    const bank = challenged.headers.get('location') ?? '';
    expect(bank).to.include('/_processor/challenges/seti_');
    await submit(bank, { outcome: 'approve' });
    expect((await retrieve(id)).status).to.equal('complete');
    const cards = await stripe.customers.listPaymentMethods(customer);
    expect(cards.data.length).to.equal(1);
  });

  it('says so when the processor fails, and lets the customer try again', async () => {
    const { url } = await session();
    shop().server.processor.controls.failNext({ on: 'confirm', with: 'timeout_before' });
    const failed = await submit(url, card);
    expect(failed.status).to.equal(503);
    expect(await problemsOf(failed)).to.deep.equal([
      'No se ha podido completar. Inténtelo de nuevo.',
    ]);
    expect((await submit(url, card)).status).to.equal(303);
  });

  it('of an expired or unknown session takes no card', async () => {
    const { id, url } = await session();
    await shop().stripe.checkout.sessions.expire(id);
    for (const answer of [await open(url), await submit(url, card)]) {
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.include('<h1>Página caducada</h1>');
    }
    const unknown = url.replace(id, 'cs_test_none');
    for (const answer of [await open(unknown), await submit(unknown, card)]) {
      expect(answer.status).to.equal(404);
      expect(await answer.text()).to.include('<h1>Página no encontrada</h1>');
    }
  });

  it('speaks the language of the shop, or else of the browser', async () => {
    const languageOf = async (url: string, language: string) =>
      /<html lang="(\w+)">/.exec(await (await open(url, language)).text())?.[1];
    const { url } = await session();
    expect(await languageOf(url, 'es-ES')).to.equal('es');
    expect(await languageOf(url, 'en-GB,es;q=0.5')).to.equal('en');
    expect(await languageOf(url, 'fr')).to.equal('en');
    expect(await languageOf((await session({ locale: 'es-419' })).url, 'en')).to.equal('es');
    expect(await languageOf((await session({ locale: 'fr' })).url, 'es')).to.equal('en');
    expect(await languageOf((await session({ locale: 'auto' })).url, 'en')).to.equal('en');
  });

  it('refuses a form that is too large as if it were empty', async () => {
    const { id, url } = await session();
    const large = await submit(url, { ...card, holder: 'x'.repeat(10_000) });
    expect(large.status).to.equal(400);
    expect((await retrieve(id)).payment_intent).to.equal(null);
  });

  it('leaves no number of a card in what the server keeps', async () => {
    const { url } = await session();
    await submit(url, card);
    const { controls } = shop().server.processor;
    expect(JSON.stringify(controls.snapshot())).not.to.include('4242424242424242');
    expect(textAt(controls.events({ limit: 1 }), 'data.0.type')).to.equal(
      'checkout.session.completed',
    );
  });
});
