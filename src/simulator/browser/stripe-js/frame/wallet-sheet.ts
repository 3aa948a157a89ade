import type { ApiOutcome } from '../shared/api.js';
import { callApi } from '../shared/api.js';
import { dueText } from '../shared/due-text.js';
import type {
  ExpressAddress,
  ExpressRate,
  SheetChange,
  SheetChoice,
  SheetContents,
  SheetFrameCalls,
  SheetPageCalls,
  SheetSetting,
} from '../shared/express-calls.js';
import type { CardCall, FrameSetting } from '../shared/frame-calls.js';
import { type Fields, fieldsOf } from '../shared/json.js';
import { uiLanguage } from '../shared/language.js';
import { connectPeer, type Peer } from '../shared/peer.js';
import { addSheet } from './add-sheet.js';
import { expressNames, expressTexts } from './express-texts.js';
import { aboutPage, takesShipping } from './send-card.js';

const style = `
  html, body { height: 100%; }
  body { display: grid; place-items: end center; background: rgba(27, 36, 51, .6); --paper: #fff; --ink: #1b2433; --quiet: #4d586a;
    --line: #d5dae3; font: 16px/1.5 system-ui, sans-serif; }
  @media (min-height: 700px) and (min-width: 600px) { body { place-items: center; } }
  @media (prefers-color-scheme: dark) { body { --paper: #20242c; --ink: #f2f4f8; --quiet: #b4bdcc; --line: #434b5a; } }
  form { background: var(--paper); color: var(--ink); width: 100%; max-width: 26rem; max-height: 100%; overflow: auto;
    padding: 1.25rem 1.25rem calc(1.25rem + env(safe-area-inset-bottom)); border-radius: 16px 16px 0 0; }
  @media (min-height: 700px) and (min-width: 600px) { form { border-radius: 16px; } }
  h1 { font-size: 1.25rem; margin: 0; }
  .note { color: var(--quiet); font-size: .875rem; margin: 0 0 .75rem; }
  dl { display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; margin: 0 0 .75rem; padding: .75rem 0; border-block: 1px solid var(--line); }
  dd { margin: 0; text-align: right; }
  .total { font-weight: 600; }
  label { display: block; font-size: .875rem; margin-top: .75rem; color: var(--quiet); }
  select { width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit; color: var(--ink); background: var(--paper);
    border: 1px solid #6b7688; border-radius: 8px; }
  [role=status] { min-height: 1.5rem; margin: .75rem 0 0; font-size: .875rem; }
  .wrong { color: #b3261e; }
  @media (prefers-color-scheme: dark) { .wrong { color: #ff9d94; } }
  .buttons { display: grid; grid-template-columns: 1fr 2fr; gap: .75rem; margin-top: .75rem; }
  button { font: inherit; font-weight: 600; padding: .75rem; border: 0; border-radius: 8px; cursor: pointer; background: #e3e7ee; color: #1b2433; }
  button.pay { background: #1f6f43; color: #fff; }
  button:disabled { opacity: .5; cursor: default; }
  :focus-visible { outline: 3px solid #0570de; outline-offset: 2px; }
`;

const numbers = {
  pays: '4242424242424242',
  challenge: '4000002760003184',
  declined: '4000000000000002',
} as const;

const yearsValid = 3;

const buyer = { name: 'Eva Gil', email: 'eva@example.com', phone: '+34600000000' };

const addresses: ReadonlyArray<ExpressAddress> = [
  ['Calle Mayor 1', 'Madrid', 'Madrid', '28013', 'ES'],
  ['Rua Augusta 2', 'Lisboa', '', '1100-048', 'PT'],
  ['Unter den Linden 3', 'Berlin', '', '10117', 'DE'],
  ['10 Downing Street', 'London', '', 'SW1A 2AA', 'GB'],
  ['510 Townsend Street', 'San Francisco', 'CA', '94103', 'US'],
].map(([line1 = '', city = '', state = '', postal_code = '', country = '']) => ({
  line1,
  line2: null,
  city,
  state,
  postal_code,
  country,
}));

/** The addresses of the customer where the shop delivers; at least one. */
const addressesIn = (countries: ReadonlyArray<string>): ReadonlyArray<ExpressAddress> => {
  const fitting = addresses.filter(({ country }) => countries.includes(country));
  const [country = ''] = countries;
  if (country === '') return addresses;
  return fitting.length > 0
    ? fitting
    : [{ line1: '1', line2: null, city: country, state: '', postal_code: '00001', country }];
};

const element = (name: string, text = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

type Option = { readonly value: string; readonly text: string };

const choice = (id: string, label: string, options: ReadonlyArray<Option>) => {
  const wrapper = document.createElement('div');
  const title = document.createElement('label');
  title.htmlFor = id;
  title.textContent = label;
  const select = document.createElement('select');
  select.id = id;
  select.name = id;
  const fill = (given: ReadonlyArray<Option>): void => {
    select.replaceChildren(...given.map(({ value, text }) => new Option(text, value)));
    wrapper.hidden = given.length === 0;
  };
  fill(options);
  wrapper.append(title, select);
  return { wrapper, select, fill };
};

/** Completes the call of the shop's page with the card of the wallet, or with another way to pay. */
const withMethod = (
  { form, path, card: place }: CardCall,
  { type, asksForShipping }: SheetSetting,
  { name, email, phone, address }: SheetChoice,
  token: string | null,
): Fields => {
  const method = token === null ? { type } : { type: 'card', card: { token } };
  const inner = place === 'payment_method_data' ? fieldsOf(form[place]) : form;
  const before = fieldsOf(inner['billing_details']);
  const details = {
    name,
    email,
    phone,
    ...before,
    address: { ...address, ...fieldsOf(before['address']) },
  };
  if (place !== 'payment_method_data') return { ...form, ...method, billing_details: details };
  return {
    ...(asksForShipping && takesShipping(path) ? { shipping: { name, phone, address } } : {}),
    ...form,
    payment_method_data: { ...inner, ...method, billing_details: details },
  };
};

/** Plays the wallet: the customer chooses a test card, pays or cancels. */
export const openWalletSheet = (frame: FrameSetting, shop: string, port: MessagePort): void => {
  const language = uiLanguage(frame.locale, navigator.language);
  const texts = expressTexts[language];
  const { origin } = window.location;
  addSheet(style);
  let setting: SheetSetting | null = null;
  let rates: ReadonlyArray<ExpressRate> = [];

  const form = document.createElement('form');
  const title = element('h1');
  const note = element('p', texts.note);
  note.className = 'note';
  const lines = element('dl');
  const address = choice('address', texts.address, []);
  const rate = choice('rate', texts.delivery, []);
  const card = choice(
    'card',
    texts.card,
    (['pays', 'challenge', 'declined'] as const).map((value) => ({
      value,
      text: `•••• ${numbers[value].slice(-4)}: ${texts.cards[value]}`,
    })),
  );
  const status = element('p');
  status.setAttribute('role', 'status');
  const pay = document.createElement('button');
  pay.className = 'pay';
  pay.textContent = texts.pay;
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.textContent = texts.cancel;
  const buttons = element('div');
  buttons.className = 'buttons';
  buttons.append(cancel, pay);
  form.append(
    title,
    note,
    lines,
    address.wrapper,
    rate.wrapper,
    card.wrapper,
    element('label', texts.buyer),
    element('div', `${buyer.name}, ${buyer.email}`),
    status,
    buttons,
  );
  document.body.append(form);

  const say = (text: string, wrong = false): void => {
    status.textContent = text;
    status.classList.toggle('wrong', wrong);
  };

  const chosen = (): SheetChoice => ({
    ...buyer,
    address:
      addressesIn(setting?.countries ?? [])[Number(address.select.value)] ??
      ({ line1: '', line2: null, city: '', state: '', postal_code: '', country: '' } as const),
    shippingRate: rates.find(({ id }) => id === rate.select.value) ?? null,
  });

  const show = ({ amount, currency, lineItems, shippingRates }: SheetContents): void => {
    const before = rate.select.value;
    rates = shippingRates;
    const price = (minorUnits: number): string => dueText(language, minorUnits, currency);
    rate.fill(
      rates.map((one) => ({ value: one.id, text: `${one.displayName}: ${price(one.amount)}` })),
    );
    if (rates.some(({ id }) => id === before)) rate.select.value = before;
    const rows = [
      ...lineItems.map((line) => ({ name: line.name, text: price(line.amount), total: false })),
      {
        name: amount === null ? texts.save : texts.total,
        text: amount === null ? '' : price(amount),
        total: true,
      },
    ];
    lines.replaceChildren(
      ...rows.flatMap(({ name, text, total }) => {
        const cells = [element('dt', name), element('dd', text)];
        if (total) for (const cell of cells) cell.className = 'total';
        return cells;
      }),
    );
  };

  const ask = async (call: Promise<SheetChange>): Promise<void> => {
    pay.disabled = true;
    const change = await call;
    pay.disabled = change === null;
    say(change === null ? texts.noDelivery : '', change === null);
    if (change !== null) show(change);
  };
  const askAddress = (): Promise<void> => ask(page.call('addressChosen', chosen()));

  const fetchToken = (): Promise<ApiOutcome> => {
    const key = Object.entries(numbers).find(([name]) => name === card.select.value);
    return callApi(origin, {
      method: 'POST',
      path: 'tokens',
      form: {
        ...frame.credentials,
        card: {
          number: key?.[1] ?? numbers.pays,
          exp_month: 12,
          exp_year: new Date().getFullYear() + yearsValid,
          wallet: setting?.type,
        },
      },
    });
  };

  const own: SheetFrameCalls = {
    open: (given) => {
      setting = given;
      title.textContent = `${expressNames[given.type]} · ${given.business}`;
      const isCard = ['apple_pay', 'google_pay', 'link'].includes(given.type);
      card.wrapper.hidden = !isCard;
      address.fill(
        given.asksForShipping
          ? addressesIn(given.countries).map(({ line1, city, country }, index) => ({
              value: String(index),
              text: `${line1}, ${city}, ${country}`,
            }))
          : [],
      );
      show(given);
      pay.focus();
      // A wallet tells the shop the first address at once.
      if (given.asksForShipping) void askAddress();
    },
    send: async (call) => {
      if (setting === null) throw new Error('the sheet is not open');
      const isCard = !card.wrapper.hidden;
      const token = isCard ? await fetchToken() : null;
      if (token?.error !== undefined) return token;
      const id = token === null ? null : String(token.object['id']);
      const whole = withMethod(call, setting, chosen(), id);
      const about = aboutPage(shop, 'express-checkout-element', '');
      const place = 'payment_method_data';
      return callApi(origin, {
        method: call.method,
        path: call.path,
        form: {
          ...whole,
          ...(call.card === place ? { [place]: { ...fieldsOf(whole[place]), ...about } } : about),
          ...frame.credentials,
        },
      });
    },
    fail: (message) => {
      pay.disabled = false;
      cancel.disabled = false;
      say(message ?? texts.failed, true);
    },
  };
  const page: Peer<SheetPageCalls> = connectPeer(port, own);

  address.select.addEventListener('change', () => void askAddress());
  rate.select.addEventListener('change', () => {
    const { shippingRate } = chosen();
    if (shippingRate !== null) void ask(page.call('rateChosen', shippingRate));
  });
  cancel.addEventListener('click', () => void page.call('cancel', undefined));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !cancel.disabled) void page.call('cancel', undefined);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    pay.disabled = true;
    cancel.disabled = true;
    say(texts.waiting);
    void page.call('pay', chosen());
  });
};
