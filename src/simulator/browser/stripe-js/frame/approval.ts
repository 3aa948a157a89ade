import { callApi } from '../shared/api.js';
import type { ChallengeFrameCalls, FrameSetting } from '../shared/frame-calls.js';
import { fieldsOf, textIn } from '../shared/json.js';
import type { UiLanguage } from '../shared/language.js';
import { connectPeer } from '../shared/peer.js';
import { addSheet } from './add-sheet.js';
import { amountOf } from './challenge.js';
import { methodName } from './method-forms.js';
import { tellBank } from './tell-bank.js';
import { frameLanguage } from './ui-texts.js';

const style = `
  html, body { height: 100%; }
  body { --paper: #fff; --ink: #1b2433; --quiet: #4d586a; display: grid; align-content: center; gap: 8px; padding: 24px;
    background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) { body { --paper: #20242c; --ink: #f2f4f8; --quiet: #b4bdcc; } }
  h1 { font-size: 20px; margin: 0; }
  body .amount { font-size: 24px; font-weight: 600; color: var(--ink); }
  .amount:empty { display: none; }
  p { margin: 0; color: var(--quiet); }
  .buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
  button { font: inherit; padding: 10px 16px; border: 0; border-radius: 8px; cursor: pointer; background: #e3e7ee; color: #1b2433; }
  .approve { background: #1f6f43; color: #fff; }
  button:disabled { opacity: .5; cursor: default; }
  :focus-visible { outline: 3px solid #0570de; outline-offset: 2px; }
`;

const texts: {
  readonly [L in UiLanguage]: {
    readonly title: string;
    readonly note: (name: string) => string;
    readonly approve: string;
    readonly refuse: string;
    readonly close: string;
  };
} = {
  en: {
    title: "Approve in your bank's app",
    note: (name) =>
      `The page waits for your approval with ${name}. These buttons play the app. No money moves.`,
    approve: 'Approve',
    refuse: 'Refuse',
    close: 'Close',
  },
  es: {
    title: 'Aprueba el pago en la aplicación de tu banco',
    note: (name) =>
      `La página espera a que apruebes el pago con ${name}. Estos botones hacen de aplicación. No se mueve dinero.`,
    approve: 'Aprobar',
    refuse: 'Rechazar',
    close: 'Cerrar',
  },
};

const pause = 400;

const nextLook = (): Promise<true> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(true), pause);
  });

/** Waits, in place of Stripe.js, until the customer has approved in the app of their bank. The buttons play the app. */
export const openApproval = (setting: FrameSetting, port: MessagePort): void => {
  addSheet(style);
  const words = texts[frameLanguage()];
  const title = document.createElement('h1');
  title.textContent = words.title;
  const amount = amountOf(setting);
  const note = document.createElement('p');
  note.setAttribute('role', 'status');
  const buttons = document.createElement('div');
  buttons.className = 'buttons';
  document.body.append(title, amount, note, buttons);

  const isWaiting = async (path: string, secret: string): Promise<boolean> => {
    const outcome = await callApi(window.location.origin, {
      method: 'GET',
      path,
      form: { client_secret: secret, is_stripe_sdk: false, ...setting.credentials },
    });
    // If the server is gone, the page learns it when it retrieves the intent.
    return outcome.error === undefined && outcome.object['status'] === 'requires_action';
  };

  const addButton = (name: 'approve' | 'close' | 'refuse', act: () => void): void => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = name;
    button.textContent = words[name];
    button.addEventListener('click', act);
    buttons.append(button);
  };
  const answer = (intent: string, outcome: 'approve' | 'refuse') => (): void => {
    for (const button of buttons.querySelectorAll('button')) button.disabled = true;
    void tellBank(intent, outcome, setting);
  };

  const own: ChallengeFrameCalls = {
    ask: async (intent) => {
      const path = textIn(setting.options['path']) ?? '';
      const secret = textIn(setting.options['client_secret']) ?? '';
      note.textContent = words.note(methodName(textIn(setting.options['method']) ?? ''));
      const isClosed = new Promise<false>((resolve) => {
        addButton('approve', answer(intent, 'approve'));
        addButton('refuse', answer(intent, 'refuse'));
        addButton('close', () => resolve(false));
      });
      buttons.querySelector('button')?.focus();
      while (await isWaiting(path, secret)) {
        if (!(await Promise.race([isClosed, nextLook()]))) return;
      }
    },
  };
  connectPeer(port, own);
};

export const isApproval = ({ options }: FrameSetting): boolean =>
  fieldsOf(options)['kind'] === 'approval';
