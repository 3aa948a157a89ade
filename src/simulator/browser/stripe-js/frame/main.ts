import type {
  Connection,
  ElementFrameCalls,
  ElementPageCalls,
  ElementType,
  FrameSetting,
} from '../shared/frame-calls.js';
import { fieldsOf } from '../shared/json.js';
import { connectPeer, type Peer } from '../shared/peer.js';
import { isApproval, openApproval } from './approval.js';
import { openChallenge } from './challenge.js';
import { createElementForm } from './element-frame.js';
import { fetchShownMethods } from './elements-session.js';
import { openExpressButtons } from './express-buttons.js';
import { framesOfGroup } from './form-group.js';
import { sendCard } from './send-card.js';
import { addBaseStyles, createShopStyles } from './styles.js';
import { speakLocale } from './ui-texts.js';
import { openWalletSheet } from './wallet-sheet.js';

const isConnection = (data: unknown): data is Connection =>
  typeof data === 'object' && data !== null && 'pasarela' in data;

const dashed = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The elements that have the option `style`; the others wear the appearance of their group. */
const takesStyle = (element: ElementType): boolean => /^(?:card|iban)/.test(element);

/** Shows an element, and answers the calls of the shop's page. */
const openElement = async (
  setting: FrameSetting & { readonly element: ElementType },
  shop: string,
  port: MessagePort,
): Promise<void> => {
  const styles = createShopStyles();
  const style = (options: FrameSetting['options']): void => {
    const { style: given } = options;
    if (given !== undefined) styles.applyStyle(fieldsOf(given));
  };
  let told = '';
  let connected: Peer<ElementPageCalls> | null = null;
  const changed = (): void => {
    const state = form.state();
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    void connected?.call('change', state);
  };
  const form = createElementForm(setting.element, setting.group, setting.options, { changed });
  const send = sendCard({
    group: setting.group,
    element:
      setting.element === 'payment' ? 'payment-element' : `${dashed(setting.element)}-element`,
    shop,
  });
  const own: ElementFrameCalls = {
    update: (options) => {
      style(options);
      form.update(options);
    },
    restyle: styles.applyAppearance,
    speak: (locale) => {
      speakLocale(locale);
      form.update({});
    },
    collapse: form.collapse,
    regroup: async (occasion) => {
      form.offer(await fetchShownMethods({ ...setting, occasion }));
    },
    focus: form.focus,
    blur: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    clear: form.clear,
    validate: form.validate,
    send: (call) => send({ ...call, form: { ...call.form, ...setting.credentials } }),
  };
  if (setting.element === 'payment') form.offer(await fetchShownMethods(setting));
  const page: Peer<ElementPageCalls> = connectPeer(port, own);

  if (!takesStyle(setting.element)) styles.applyAppearance(setting.appearance);
  else style(setting.options);
  connected = page;
  document.body.append(form.element);
  told = JSON.stringify(form.state());
  for (const frame of framesOfGroup(setting.group)) frame.refresh();

  const { element } = form;
  element.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget === null) void page.call('focused', undefined);
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) void page.call('blurred', undefined);
  });
  element.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Escape') void page.call('escaped', undefined);
    if (key === 'Enter' && target instanceof HTMLInputElement)
      void page.call('submitted', undefined);
  });
  new ResizeObserver(() => {
    void page.call('resized', Math.ceil(element.getBoundingClientRect().height * 10) / 10);
  }).observe(element);
  void page.call('ready', form.state());
};

/** Connects to the page that holds this frame, by its first message. */
const connect = ({ data, origin, ports, source }: MessageEvent<unknown>): void => {
  const [port] = ports;
  if (source !== window.parent || port === undefined || !isConnection(data)) return;
  window.removeEventListener('message', connect);
  const { pasarela: setting } = data;
  const { element } = setting;
  speakLocale(setting.locale);
  switch (element) {
    case 'challenge':
      if (isApproval(setting)) openApproval(setting, port);
      else openChallenge(setting, port);
      break;
    case 'expressCheckout':
      void openExpressButtons(setting, port);
      break;
    case 'walletSheet':
      openWalletSheet(setting, origin, port);
      break;
    default:
      void openElement({ ...setting, element }, origin, port);
  }
};

addBaseStyles();
window.addEventListener('message', connect);
