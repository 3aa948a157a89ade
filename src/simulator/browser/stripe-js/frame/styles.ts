import { type Fields, isFields } from '../shared/json.js';
import { addSheet } from './add-sheet.js';

const base = `
  * { box-sizing: border-box; }
  html, body { margin: 0; padding: 0; background: transparent; }
  body { font: 16px/1.2 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; color: #32325d; }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  .line { display: flex; align-items: center; gap: 6px; }
  .InputElement { width: 100%; min-width: 0; margin: 0; padding: 0; border: 0; outline: 0; background: transparent;
    font: inherit; line-height: 1.2em; height: 1.2em; color: inherit; }
  .InputElement::placeholder { color: #757680; opacity: 1; }
  .InputElement.is-invalid { color: #eb1c26; }
  .line .expiry { flex: 0 0 4.4em; }
  .line .code { flex: 0 0 2.6em; }
  .line .postal { flex: 0 0 4em; }
  .line .number, .line .iban { flex: 1 1 auto; }
  .brand { flex: 0 0 auto; font: 600 9px/1 system-ui, sans-serif; letter-spacing: .04em; text-transform: uppercase;
    color: #525f7f; border: 1px solid #c9d1de; border-radius: 3px; padding: 3px 4px; min-width: 30px; text-align: center; }

  .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 3px; }
  .grid .number, .grid .name, .grid .line1, .grid .line2, .grid .email, .grid .wide { grid-column: 1 / -1; }
  .Label { display: block; margin-bottom: 4px; font-size: 14.88px; color: var(--colorText, #30313d); }
  .Input { width: 100%; padding: 12px; border: 1px solid #e6e6e6; border-radius: var(--borderRadius, 5px);
    background: var(--colorBackground, #fff); color: var(--colorText, #30313d); font: inherit;
    box-shadow: 0 1px 1px rgba(0,0,0,.03), 0 3px 6px rgba(0,0,0,.02); }
  select.Input { height: calc(1.2em + 26px); padding-block: 0; }
  .Input::placeholder { color: var(--colorTextPlaceholder, #757680); opacity: 1; }
  .Input:focus { outline: 0; border-color: var(--colorPrimary, #0570de);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--colorPrimary, #0570de) 25%, transparent); }
  .Input--invalid { border-color: var(--colorDanger, #df1b41); box-shadow: 0 0 0 1px var(--colorDanger, #df1b41);
    color: var(--colorDanger, #df1b41); }
  .grid .iban, .grid .phone { grid-column: 1 / -1; }
  [hidden] { display: none !important; }
  .methods { display: flow-root; }
  .Tabs { display: grid; grid-template-columns: repeat(auto-fit, minmax(104px, 1fr)); gap: 8px; padding: 3px 3px 9px; }
  .Tab, .AccordionButton { font: inherit; font-size: .9375em; font-weight: 500; padding: 12px 8px; text-align: start; cursor: pointer;
    border: 1px solid #e6e6e6; border-radius: var(--borderRadius, 5px); background: var(--colorBackground, #fff);
    color: var(--colorText, #30313d); }
  .Tab--selected { border-color: var(--colorPrimary, #0570de); box-shadow: 0 0 0 1px var(--colorPrimary, #0570de);
    color: var(--colorPrimary, #0570de); }
  .Tab:focus-visible, .AccordionButton:focus-visible { outline: 3px solid color-mix(in srgb, var(--colorPrimary, #0570de) 40%, transparent);
    outline-offset: 1px; }
  .p-Accordion { margin: 3px; border: 1px solid #e6e6e6; border-radius: var(--borderRadius, 5px); overflow: hidden;
    background: var(--colorBackground, #fff); }
  .AccordionItem + .AccordionItem { border-top: 1px solid #e6e6e6; }
  .AccordionButton { width: 100%; border: 0; border-radius: 0; padding: 14px 16px; font-size: inherit; }
  .AccordionButton::before { content: ''; display: inline-block; width: 14px; height: 14px; margin-right: 12px; vertical-align: -2px;
    border: 1px solid #757680; border-radius: 50%; }
  .AccordionItem--selected .AccordionButton::before { border: 5px solid var(--colorPrimary, #0570de); width: 6px; height: 6px; }
  .AccordionItem #payment-panel { padding: 0 13px 13px; }
  .p-Accordion.spaced { display: grid; gap: 8px; border: 0; background: none; overflow: visible; }
  .spaced .AccordionItem { border: 1px solid #e6e6e6; border-radius: var(--borderRadius, 5px); overflow: hidden;
    background: var(--colorBackground, #fff); }
  .plain .AccordionButton::before { display: none; }
  .Tab:disabled, .AccordionButton:disabled, .Input:read-only:not(select), select.Input:disabled { opacity: .7; cursor: default; }
  .Terms { margin: 9px 3px 3px; font-size: 13.5px; line-height: 1.4; color: var(--colorText, #30313d); opacity: .8; }
  .Error { margin: 4px 0 0; font-size: 14.88px; color: var(--colorDanger, #df1b41); }
`;

const nightTheme = `
  :root { --colorBackground: #30313d; --colorText: #fff; --colorTextPlaceholder: #b9bac4; --colorPrimary: #85d996;
    --colorDanger: #fe87a1; }
  .Input, .Tab, .p-Accordion, .AccordionItem + .AccordionItem { border-color: #424353; }
`;

export const addBaseStyles = (): void => {
  addSheet(base);
};

/** `fontSize` as CSS writes it; the names of variables stay as they are. */
const kebab = (name: string): string =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Adds a rule of the shop. A selector that CSS does not know is ignored, and so are unknown properties. */
const addRule = (sheet: CSSStyleSheet, selector: string, properties: Fields): void => {
  try {
    sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  } catch {
    return;
  }
  const rule = sheet.cssRules[sheet.cssRules.length - 1];
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string' || typeof value === 'number') {
      rule.style.setProperty(kebab(name), String(value));
    }
  }
};

const variants = [
  ['base', ''],
  ['complete', '.is-complete'],
  ['empty', '.is-empty'],
  ['invalid', '.is-invalid'],
] as const;

/** A sheet that is replaced whenever the shop changes its options. */
type ShopStyles = {
  /** The option `style` of the card elements. */
  readonly applyStyle: (style: Fields) => void;
  /** The option `appearance` of the group of the payment element. */
  readonly applyAppearance: (appearance: Fields) => void;
};

export const createShopStyles = (): ShopStyles => {
  const sheet = addSheet();
  return {
    applyStyle: (style) => {
      sheet.replaceSync('');
      for (const [variant, suffix] of variants) {
        const properties = style[variant];
        if (!isFields(properties)) continue;
        const selector = `.InputElement${suffix}`;
        addRule(sheet, selector, properties);
        for (const [pseudo, inner] of Object.entries(properties)) {
          if (pseudo.startsWith(':') && isFields(inner)) {
            addRule(sheet, `${selector}${pseudo}`, inner);
          }
        }
      }
    },
    applyAppearance: ({ theme, variables, rules }) => {
      sheet.replaceSync(theme === 'night' ? nightTheme : '');
      if (isFields(variables)) {
        const { fontFamily, fontSizeBase } = variables;
        addRule(sheet, 'body', { fontFamily, fontSize: fontSizeBase });
        for (const [name, value] of Object.entries(variables)) {
          addRule(sheet, ':root', { [`--${name}`]: value });
        }
      }
      if (!isFields(rules)) return;
      for (const [selector, properties] of Object.entries(rules)) {
        if (isFields(properties)) addRule(sheet, selector, properties);
      }
    },
  };
};
