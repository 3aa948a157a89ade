import {
  type ButtonsFrameCalls,
  type ButtonsPageCalls,
  type ExpressType,
  expressTypes,
} from '../shared/express-calls.js';
import type { FrameSetting } from '../shared/frame-calls.js';
import { type Fields, fieldsOf, textIn } from '../shared/json.js';
import { connectPeer, type Peer } from '../shared/peer.js';
import { addSheet } from './add-sheet.js';
import { fetchShownMethods, type ShownMethods } from './elements-session.js';
import { expressNames, expressTexts } from './express-texts.js';
import { frameLanguage, speakLocale } from './ui-texts.js';

const style = `
  .express { display: grid; gap: 8px; grid-template-columns: repeat(var(--columns, auto-fit), minmax(min(180px, 100%), 1fr)); padding: 4px; }
  .express button { height: var(--height, 44px); border: 1px solid transparent; border-radius: var(--borderRadius, 5px);
    font: 600 17px/1 system-ui, sans-serif; cursor: pointer; background: #000; color: #fff; }
  .express button:hover { opacity: .88; }
  .express button:focus-visible { outline: 3px solid #0570de; outline-offset: 1px; }
  .express [data-theme=white], .express [data-theme=white-outline] { background: #fff; color: #000; }
  .express [data-theme=white-outline], .express .google_pay[data-theme=white] { border-color: #000; }
  .express .link { background: #00d66f; color: #011e0f; }
  .express .paypal { background: #ffc439; color: #102a56; }
  .express .paypal[data-theme=blue] { background: #0070ba; color: #fff; }
  .express .paypal[data-theme=silver] { background: #eee; }
  .express .paypal[data-theme=white] { background: #fff; border-color: #102a56; }
  .express .paypal[data-theme=black] { background: #000; color: #fff; }
  .express .klarna { background: #ffa8cd; color: #0b051d; }
`;

const isKnown = (type: string): type is ExpressType => Object.hasOwn(expressTypes, type);

/** The buttons that the shop wants, of those for which there is a payment method. */
const buttonsFor = (
  { types, wallets }: ShownMethods,
  options: Fields,
): ReadonlyArray<ExpressType> => {
  const wanted: Fields = {
    ...fieldsOf(options['wallets']),
    ...fieldsOf(options['paymentMethods']),
  };
  const there = [...(types.includes('card') ? wallets : []), ...types]
    .filter(isKnown)
    .filter((type) => wanted[expressTypes[type]] !== 'never');
  const { paymentMethodOrder } = options;
  const order: ReadonlyArray<unknown> = Array.isArray(paymentMethodOrder) ? paymentMethodOrder : [];
  const rank = (type: ExpressType): number => {
    const place = order.findIndex((name) => name === type || name === expressTypes[type]);
    return place === -1 ? order.length : place;
  };
  return there.toSorted((one, other) => rank(one) - rank(other));
};

/** Shows the buttons of the express checkout element. */
export const openExpressButtons = async (
  setting: FrameSetting,
  port: MessagePort,
): Promise<void> => {
  addSheet(style);
  const row = document.createElement('div');
  row.className = 'express';
  document.body.append(row);
  let { options } = setting;

  const show = (types: ReadonlyArray<ExpressType>, page: Peer<ButtonsPageCalls>): void => {
    const texts = expressTexts[frameLanguage()];
    const themes = fieldsOf(options['buttonTheme']);
    const columns = fieldsOf(options['layout'])['maxColumns'];
    const { buttonHeight: height } = options;
    if (typeof height === 'number') row.style.setProperty('--height', `${height}px`);
    if (typeof columns === 'number' && columns > 0) {
      row.style.setProperty('--columns', String(Math.min(columns, types.length)));
    }
    row.replaceChildren(
      ...types.map((type) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = type;
        button.textContent = expressNames[type];
        button.setAttribute('aria-label', texts.payWith(expressNames[type]));
        button.dataset['theme'] = textIn(themes[expressTypes[type]]) ?? '';
        button.addEventListener('click', () => void page.call('clicked', type));
        return button;
      }),
    );
  };

  const own: ButtonsFrameCalls = {
    update: (changes) => {
      options = { ...options, ...changes };
      show(buttonsFor(methods, options), page);
    },
    speak: (locale) => {
      speakLocale(locale);
      show(buttonsFor(methods, options), page);
    },
  };
  const methods = await fetchShownMethods(setting);
  const page: Peer<ButtonsPageCalls> = connectPeer(port, own);
  const types = buttonsFor(methods, options);
  show(types, page);
  new ResizeObserver(() => {
    void page.call('resized', types.length === 0 ? 0 : row.getBoundingClientRect().height);
  }).observe(row);
  void page.call('ready', types);
};
