import { expect } from 'chai';
import { checkoutEndPage } from '../../../src/simulator/pages/checkout-end-page.js';
import { checkoutPage } from '../../../src/simulator/pages/checkout-page.js';
import type { CheckoutView } from '../../../src/simulator/pages/checkout-view.js';

const view: CheckoutView = {
  mode: 'payment',
  status: 'open',
  debit: null,
  methods: [{ type: 'card', name: '', asks: [], goesOn: null, mandate: false }],
  action: null,
  failure: null,
  shop: 'Zapatería Gil',
  locale: null,
  lines: [{ name: 'Camiseta', quantity: 2, amount: 3998 }],
  amount: 3998,
  currency: 'eur',
  email: null,
  asksForPhone: false,
  asksForAddress: false,
  shipsTo: [],
  deliveries: [],
  submitType: null,
  message: null,
  cancelUrl: 'https://shop.example/basket',
  isEmbedded: false,
  successUrl: 'https://shop.example/thanks',
};

const names = (html: string): ReadonlyArray<string | undefined> =>
  [...html.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, name]) => name);

/** The text of a page without its markup, with plain spaces. */
const textOf = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the page of a checkout session', () => {
  it('shows what is paid, and asks for a card', () => {
    const html = checkoutPage('es', view, {}, []);
    expect(textOf(html)).to.include('39,98 € Su pedido Camiseta × 2 19,99 € por unidad 39,98 €');
    expect(textOf(html)).to.include('Pagar 39,98 €');
    expect(html).to.include('href="https://shop.example/basket"');
    expect(names(html)).to.deep.equal(['email', 'number', 'expiry', 'cvc', 'holder']);
  });

  it('speaks English too', () => {
    const html = checkoutPage('en', { ...view, cancelUrl: null }, {}, []);
    expect(html).to.include('<html lang="en">');
    expect(textOf(html)).to.include('€39.98 Your order Camiseta × 2 €19.99 each');
    expect(html).not.to.include('Back to the shop');
  });

  it('keeps a name that is written from the right apart from the quantity', () => {
    const lines = [{ name: 'כובע', quantity: 12, amount: 3998 }];
    const html = checkoutPage('en', { ...view, lines }, {}, []);
    expect(html).to.include('<bdi>כובע</bdi> × 12');
  });

  it('writes amounts with the decimals of their currency', () => {
    const lines = [{ name: 'Té', quantity: 3, amount: 1000 }];
    const yen = checkoutPage('es', { ...view, lines, amount: 1000, currency: 'jpy' }, {}, []);
    expect(textOf(yen)).to.include('Pagar 1000 JPY');
    expect(textOf(yen), 'a third has no exact amount').not.to.include('por unidad');
    const dinar = checkoutPage('en', { ...view, lines, amount: 1500, currency: 'kwd' }, {}, []);
    expect(textOf(dinar)).to.match(/Pay KWD 1\.500/);
    const unknown = checkoutPage('en', { ...view, lines, amount: 1500, currency: 'xyz' }, {}, []);
    expect(textOf(unknown)).to.match(/Pay XYZ 15\.00/);
  });

  it('says what the button does', () => {
    const button = (submitType: string | null) =>
      /<button>(.*)<\/button>/.exec(checkoutPage('en', { ...view, submitType }, {}, []))?.[1];
    expect(['pay', 'book', 'donate', null].map(button)).to.deep.equal([
      'Pay €39.98',
      'Reserve for €39.98',
      'Donate €39.98',
      'Pay €39.98',
    ]);
    const saving: CheckoutView = {
      ...view,
      mode: 'setup',
      amount: null,
      currency: null,
      lines: [],
    };
    const html = checkoutPage('en', saving, {}, []);
    expect(html).to.include('<button>Save card</button>').and.not.to.include('<table');
  });

  it('asks for the rest only where the shop needs it', () => {
    const asked = (more: Partial<CheckoutView>) =>
      names(checkoutPage('es', { ...view, ...more }, {}, [])).slice(0, -4);
    expect(asked({ email: 'ana@example.com' })).to.deep.equal([]);
    expect(asked({ asksForPhone: true })).to.deep.equal(['email', 'phone']);
    const street = ['line1', 'postal_code', 'city', 'country'];
    expect(asked({ asksForAddress: true })).to.deep.equal(['email', ...street]);
    expect(asked({ shipsTo: ['ES'] })).to.deep.equal(['email', 'name', ...street]);
  });

  it('offers the countries that the shop sends to, by name', () => {
    const html = checkoutPage(
      'es',
      { ...view, shipsTo: ['PT', 'ES', 'x"'] },
      { country: 'ES' },
      [],
    );
    expect([...html.matchAll(/<option.*<\/option>/g)].map(([option]) => option)).to.deep.equal([
      '<option value="PT">Portugal</option>',
      '<option value="ES" selected>España</option>',
      '<option value="x&#34;">x&#34;</option>',
    ]);
    expect(checkoutPage('en', { ...view, asksForAddress: true }, {}, [])).to.include(
      '<option value="FR">France</option>',
    );
  });

  it('offers several ways of delivery with the total that each makes', () => {
    const deliveries = [
      { id: 'shr_1', name: 'Correos', amount: 500, total: 4498 },
      { id: 'shr_2', name: 'Exprés "hoy"', amount: 900, total: 4898 },
    ];
    const first = checkoutPage('es', { ...view, deliveries }, {}, []);
    expect(textOf(first)).to.include('Correos: 5,00 € Total: 44,98 €');
    expect(textOf(first)).to.include('Subtotal 39,98 €').and.to.include('Pagar');
    expect(first).to.include('<button>Pagar</button>');
    expect(first).to.include('value="shr_1" checked');
    const second = checkoutPage('es', { ...view, deliveries }, { shipping_rate: 'shr_2' }, []);
    expect(second).to.include('value="shr_2" checked').and.not.to.include('value="shr_1" checked');
    const only = checkoutPage('es', { ...view, deliveries: deliveries.slice(0, 1) }, {}, []);
    expect(only).not.to.include('type="radio"');
  });

  it('keeps what was entered, except the number and the code of the card', () => {
    const entries = {
      email: 'eva@example.com',
      number: '4000000000000002',
      expiry: '12/34',
      cvc: '987',
      holder: 'Eva',
    };
    const html = checkoutPage('es', view, entries, [{ field: null, text: 'Rechazada' }]);
    expect(html).to.include('value="eva@example.com"').and.include('value="12/34"');
    expect(html).not.to.include('4000000000000002').and.not.to.include('987');
  });

  it('names a mistake at the top and at its field', () => {
    const html = checkoutPage('es', view, {}, [
      { field: 'cvc', text: 'Rellene este campo: el código' },
    ]);
    expect(html).to.include('role="alert" tabindex="-1" autofocus');
    expect(html).to.include('<a href="#cvc">Rellene este campo: el código</a>');
    expect(html).to.match(
      /<input id="cvc"[^>]*aria-invalid="true" aria-describedby="cvc-hint cvc-problem">/,
    );
    expect(html).to.include(
      '<p class="problem" id="cvc-problem">Rellene este campo: el código</p>',
    );
    expect(html).to.include('<title>No se ha podido pagar · Pagar · Zapatería Gil</title>');
  });

  it('escapes every text of the shop and of the customer', () => {
    const evil = `"><script>alert('1')</script>&`;
    const html = checkoutPage(
      'es',
      {
        ...view,
        shop: evil,
        lines: [{ name: evil, quantity: 1, amount: 3998 }],
        message: evil,
        email: evil,
        cancelUrl: `https://shop.example/${evil}`,
        asksForPhone: true,
      },
      { holder: evil, phone: evil },
      [{ field: null, text: evil }],
    );
    expect(html).not.to.include('<script').and.not.to.include(`'1'`);
    expect(html.split('&#34;&#62;&#60;script&#62;')).to.have.lengthOf(10);
    const end = checkoutEndPage('es', { ...view, status: 'complete', successUrl: evil });
    expect(end).not.to.include('<script');
  });

  it('uses nothing of other hosts', () => {
    const html = checkoutPage('es', { ...view, shipsTo: ['ES'], asksForPhone: true }, {}, []);
    expect(html).not.to.match(/<(?:script|link|img|iframe)\b|url\(|@import|src=/);
  });
});

describe('the page of a checkout session that is over', () => {
  for (const [title, shown] of [
    ['Payment complete', { ...view, status: 'complete' }],
    ['Card saved', { ...view, status: 'complete', mode: 'setup' }],
    ['Page expired', { ...view, status: 'expired' }],
    ['Page not found', null],
  ] as const) {
    it(`says: ${title}`, () => {
      const html = checkoutEndPage('en', shown);
      expect(html).to.include(`<h1>${title}</h1>`).and.not.to.include('<form');
    });
  }

  it('leads back to the shop', () => {
    const thanks = checkoutEndPage('en', { ...view, status: 'complete' });
    expect(thanks).to.include('href="https://shop.example/thanks"');
    const basket = checkoutEndPage('en', { ...view, status: 'expired' });
    expect(basket).to.include('href="https://shop.example/basket"');
    expect(checkoutEndPage('en', null)).not.to.include('href');
  });
});
