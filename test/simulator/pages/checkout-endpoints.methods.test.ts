import { expect } from 'chai';
import type { Stripe } from 'stripe';
import { useShop } from '../../sdk/support/use-shop.js';

type Entries = { readonly [name: string]: string };

const open = (url: string, language = 'es'): Promise<Response> =>
  fetch(url, { headers: { 'accept-language': language }, redirect: 'manual' });

/** Submits the page of a session, as a browser without scripts does. */
const submit = (url: string, entries: Entries, language = 'es'): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(entries),
    headers: { 'accept-language': language },
    redirect: 'manual',
  });

/** The address to which a response leads. */
const next = (response: Response): string => {
  expect(response.status).to.equal(303);
  return new URL(response.headers.get('location') ?? '', response.url).href;
};

const problemsOf = async (response: Response): Promise<ReadonlyArray<string | undefined>> => {
  const [, list = ''] =
    /<div class="problems".*?<ul>(.*?)<\/ul>/s.exec(await response.text()) ?? [];
  return [...list.matchAll(/<li>(?:<a href="#\w+">)?([^<]*?)(?:<\/a>)?<\/li>/g)].map(
    ([, text]) => text,
  );
};

const email = 'eva@example.com';
const thanks = 'https://shop.example/thanks';
const card = {
  email,
  method: 'card',
  number: '4242424242424242',
  expiry: '12/34',
  cvc: '123',
  holder: 'Eva Gil',
};

const line = {
  price_data: { currency: 'eur', unit_amount: 1999, product_data: { name: 'Camiseta' } },
  quantity: 1,
};

describe('other payment methods on the page of a checkout session over HTTP', () => {
  const shop = useShop();

  const sell = async (
    types: ReadonlyArray<Stripe.Checkout.SessionCreateParams.PaymentMethodType>,
    params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  ) => {
    const { id, url, client_secret } = await shop().stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ...(params.mode === 'setup' ? {} : { line_items: [line] }),
        ...(params.ui_mode === undefined ? { success_url: thanks } : {}),
        ...params,
        payment_method_types: [...types],
      },
      { apiVersion: '2026-08-26.dahlia' },
    );
    const page = url ?? `${shop().server.url}/_processor/checkout/${id}?account=pasarela`;
    return { id, url: page, client_secret };
  };
  const retrieve = (id: string) => shop().stripe.checkout.sessions.retrieve(id);
  const controls = () => shop().server.processor.controls;

  it('offers the methods of the session, the first of them chosen', async () => {
    const { url } = await sell(['card', 'sepa_debit', 'bizum', 'ideal', 'bancontact']);
    const html = await (await open(url)).text();
    const radios = [...html.matchAll(/name="method" value="(\w+)"( checked)?/g)];
    expect(radios.map(([, type, checked]) => [type, checked !== undefined])).to.deep.equal([
      ['card', true],
      ['sepa_debit', false],
      ['bizum', false],
      ['ideal', false],
      ['bancontact', false],
    ]);
    expect(html).to.include('autoriza a Pasarela y a Stripe').and.include('iDEAL | Wero');
    expect(html).to.include('irá a la página de Bancontact').and.include('DE89 3704 0044');
    const english = await (await open(url, 'en')).text();
    expect(english).to.include('you authorize Pasarela and Stripe').and.include('Payment method');
  });

  it('takes a direct debit, which the bank pays later', async () => {
    const { id, url } = await sell(['card', 'sepa_debit']);
    const debit = {
      email,
      method: 'sepa_debit',
      sepa_debit_name: 'Eva Gil',
      sepa_debit_iban: 'de89 3704 0044 0532 0130 00',
    };
    expect(next(await submit(url, debit))).to.equal(thanks);
    expect(await retrieve(id)).to.include({ status: 'complete', payment_status: 'unpaid' });
    expect(await (await open(url)).text()).to.include('<h1>Pago en camino</h1>');
    controls().clock.advance(60);
    expect(await retrieve(id)).to.include({ payment_status: 'paid' });
    expect(await (await open(url)).text()).to.include('<h1>Pago terminado</h1>');
  });

  it('says on the page that the bank has not paid a direct debit', async () => {
    const { id, url } = await sell(['sepa_debit']);
    const html = await (await open(url)).text();
    expect(html).not.to.include('type="radio"');
    expect(html).to.match(/<input id="sepa_debit_iban" [^>]*required/);
    const debit = { sepa_debit_name: 'Eva Gil', sepa_debit_iban: 'DE62370400440532013001' };
    expect(next(await submit(url, { email, ...debit }))).to.equal(thanks);
    controls().clock.advance(60);
    expect(await retrieve(id)).to.include({ status: 'complete', payment_status: 'unpaid' });
    expect(await (await open(url)).text()).to.include('<h1>El banco no ha pagado</h1>');
  });

  it('names the mistakes of the chosen method alone, and keeps no account number', async () => {
    const { id, url } = await sell(['card', 'sepa_debit', 'bizum', 'bancontact']);
    const wrong = async (entries: Entries) => problemsOf(await submit(url, { email, ...entries }));
    expect(await wrong({ method: 'sepa_debit' })).to.deep.equal([
      'Rellene este campo: IBAN',
      'Rellene este campo: Nombre y apellidos',
    ]);
    expect(await wrong({ method: 'bizum' })).to.deep.equal(['Rellene este campo: Teléfono']);
    expect(await wrong({ method: 'bizum', bizum_phone: 'seis' })).to.deep.equal([
      'Revise este campo: Teléfono',
    ]);
    expect(await wrong({ method: 'bancontact' })).to.deep.equal([
      'Rellene este campo: Nombre y apellidos',
    ]);
    const debit = { method: 'sepa_debit', sepa_debit_name: 'Eva', sepa_debit_iban: 'DE00 1' };
    expect(await wrong(debit)).to.deep.equal(['Revise este campo: IBAN']);
    const real = await submit(url, {
      email,
      ...debit,
      sepa_debit_iban: 'DE75512108001245126199',
    });
    expect(real.status).to.equal(400);
    const html = await real.text();
    expect(html).to.include('Esta cuenta no se puede usar').and.not.include('DE75');
    expect(html)
      .to.match(/value="sepa_debit" checked/)
      .and.match(/value="Eva"/);
    expect((await retrieve(id)).payment_intent).to.equal(null);
    expect(JSON.stringify(controls().snapshot())).not.to.include('DE75');
  });

  it('waits for the approval in the app, and goes on by itself', async () => {
    const { id, url } = await sell(['card', 'bizum']);
    const bizum = { email, method: 'bizum', bizum_phone: '+34 600 000 000' };
    const waiting = next(await submit(url, bizum));
    const page = await open(waiting);
    const html = await page.text();
    expect(page.headers.get('refresh')).to.equal(
      '2; url=?account=pasarela&redirect_status=pending',
    );
    expect(html).to.include('<h1>Apruebe el pago</h1>').and.not.include('<script');
    const [, app = ''] = /<a href="([^"]+)" target="_blank"/.exec(html) ?? [];
    expect(app).to.include('/_processor/challenges/pi_');
    expect(await (await open(app)).text()).to.include('Bizum');
    await submit(app, { outcome: 'approve' });
    expect(next(await open(waiting))).to.equal(thanks);
    const { payment_intent, customer_details, ...paid } = await retrieve(id);
    expect(paid).to.include({ status: 'complete', payment_status: 'paid' });
    expect(customer_details?.phone, 'the shop asked for none').to.equal(null);
    const { data } = await shop().stripe.charges.list({ payment_intent: String(payment_intent) });
    expect(data[0]?.billing_details.phone).to.equal('+34 600 000 000');
  });

  it('comes back to the form when the customer refuses in the app, or wants another method', async () => {
    const { id, url } = await sell(['card', 'bizum']);
    const silent = { email, method: 'bizum', bizum_phone: '+34600000009' };
    const waiting = next(await submit(url, silent));
    controls().failChallenge(String((await retrieve(id)).payment_intent));
    expect(await problemsOf(await open(waiting))).to.deep.equal([
      'Usted no ha aprobado el pago. Pruebe de nuevo o elija otra forma de pago.',
    ]);
    await submit(url, silent);
    const html = await (await open(url)).text();
    const [, change = ''] = /<a href="([^"]+)">Elegir otra forma de pago/.exec(html) ?? [];
    const form = await open(new URL(change.replaceAll('&#38;', '&'), url).href);
    expect(await form.text()).to.include('name="method"');
    expect(next(await submit(url, card))).to.equal(thanks);
    expect(await retrieve(id)).to.include({ status: 'complete', payment_status: 'paid' });
  });

  it('says that the provider has declined', async () => {
    const { url } = await sell(['bizum']);
    const waiting = next(await submit(url, { email, bizum_phone: '+34600000002' }));
    controls().clock.advance(5);
    expect(await problemsOf(await open(waiting))).to.deep.equal([
      'El pago se ha rechazado. Elija otra forma de pago.',
    ]);
  });

  it('takes the phone number that the shop asks for anyway', async () => {
    const { id, url } = await sell(['bizum'], { phone_number_collection: { enabled: true } });
    expect(await (await open(url)).text()).not.to.include('bizum_phone');
    const waiting = next(await submit(url, { email, phone: '+34600000000' }));
    controls().clock.advance(5);
    expect(next(await open(waiting))).to.equal(thanks);
    expect((await retrieve(id)).customer_details?.phone).to.equal('+34600000000');
  });

  for (const [type, entries] of [
    ['ideal', {}],
    ['bancontact', { bancontact_name: 'Eva Gil' }],
    ['klarna', {}],
    ['paypal', {}],
  ] as const) {
    it(`leads to the page of ${type} and back`, async () => {
      const { id, url } = await sell(['card', type], { cancel_url: 'https://shop.example/basket' });
      const bank = next(await submit(url, { email, method: type, ...entries }));
      expect(bank).to.include('/_processor/challenges/pi_');
      const undecided = next(await submit(bank, { outcome: 'leave' }));
      const again = await (await open(undecided)).text();
      expect(again).to.include('name="method"').and.include('https://shop.example/basket');
      expect(again).not.to.include('class="problems"');
      const second = next(await submit(url, { email, method: type, ...entries }));
      const refused = next(await submit(second, { outcome: 'refuse' }));
      expect(await problemsOf(await open(refused))).to.deep.equal([
        'Usted no ha aprobado el pago. Pruebe de nuevo o elija otra forma de pago.',
      ]);
      const third = next(await submit(url, { email, method: type, ...entries }));
      const back = next(await submit(third, { outcome: 'approve' }));
      expect(next(await open(back))).to.equal(thanks);
      expect(await retrieve(id)).to.include({ status: 'complete', payment_status: 'paid' });
    });
  }

  it('shows a decline that a test has planned', async () => {
    const { url } = await sell(['card', 'sepa_debit']);
    controls().failNext({ on: 'confirm', with: { decline: 'generic_decline' } });
    const debit = { sepa_debit_name: 'Eva', sepa_debit_iban: 'DE89370400440532013000' };
    const declined = await submit(url, { email, method: 'sepa_debit', ...debit });
    expect(declined.status).to.equal(402);
    expect(await problemsOf(declined)).to.deep.equal([
      'El pago se ha rechazado. Elija otra forma de pago.',
    ]);
  });

  it('saves a direct debit', async () => {
    const { stripe } = shop();
    const { id: customer } = await stripe.customers.create({ email });
    const { id, url } = await sell(['card', 'sepa_debit', 'ideal'], {
      mode: 'setup',
      customer,
      currency: 'eur',
    });
    const html = await (await open(url)).text();
    expect(html).to.include('<button>Guardar forma de pago</button>');
    expect(html.split('autoriza a Pasarela'), 'iDEAL becomes a debit').to.have.lengthOf(3);
    const debit = { sepa_debit_name: 'Eva', sepa_debit_iban: 'DE89370400440532013000' };
    expect(next(await submit(url, { method: 'sepa_debit', ...debit }))).to.equal(thanks);
    expect((await retrieve(id)).status).to.equal('complete');
    expect(await (await open(url)).text()).to.include('<h1>Forma de pago guardada</h1>');
    const saved = await stripe.customers.listPaymentMethods(customer);
    expect(saved.data.map(({ type }) => type)).to.deep.equal(['sepa_debit']);
  });

  it('leaves the frame of an embedded session for the bank, which leads to the shop', async () => {
    const return_url = 'https://shop.example/return?session={CHECKOUT_SESSION_ID}';
    const { id, url } = await sell(['card', 'ideal'], { ui_mode: 'embedded_page', return_url });
    const leaving = await (await submit(url, { email, method: 'ideal' })).text();
    const [, bank = ''] = /<a href="([^"]+)" target="_top"/.exec(leaving) ?? [];
    expect(leaving).to.include(`data-state="complete" data-url="${bank}"`);
    const back = next(await submit(bank.replaceAll('&#38;', '&'), { outcome: 'approve' }));
    expect(back).to.include(`https://shop.example/return?session=${id}&payment_intent=pi_`);
    expect((await retrieve(id)).payment_status).to.equal('paid');
  });
});
