import { dueText } from '../shared/due-text.js';
import type { ChallengeFrameCalls, FrameSetting } from '../shared/frame-calls.js';
import type { UiLanguage } from '../shared/language.js';
import { connectPeer } from '../shared/peer.js';
import { tellBank } from './tell-bank.js';
import { frameLanguage } from './ui-texts.js';

const style = `
  html { height: 100%; }
  body { --paper: #fff; --ink: #1b2433; --quiet: #4d586a; min-height: 100%; box-sizing: border-box; margin: 0; padding: 24px;
    display: grid; align-content: center; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
  @media (prefers-color-scheme: dark) { body { --paper: #20242c; --ink: #f2f4f8; --quiet: #b4bdcc; } }
  h1 { font-size: 20px; margin: 0 0 8px; }
  p { margin: 0 0 20px; color: var(--quiet); overflow-wrap: anywhere; }
  .amount { margin: 0 0 8px; font-size: 24px; font-weight: 600; color: var(--ink); }
  .amount:empty { display: none; }
  :focus-visible { outline: 3px solid #0570de; outline-offset: 2px; }
  button { font: inherit; padding: 10px 16px; margin-right: 8px; border: 0; border-radius: 6px; cursor: pointer;
    background: #e3e7ee; color: #1b2433; }
  #test-source-authorize-3ds { background: #1f6f43; color: #fff; }
  button:disabled { opacity: .5; cursor: default; }
`;

/** The ids of the buttons are those of Stripe's test page, by which browser tests find them. */
const answers = [
  { id: 'test-source-authorize-3ds', outcome: 'approve' },
  { id: 'test-source-fail-3ds', outcome: 'refuse' },
] as const;

const texts: {
  readonly [L in UiLanguage]: {
    readonly title: string;
    readonly note: (intent: string) => string;
    readonly approve: string;
    readonly refuse: string;
  };
} = {
  en: {
    title: '3D Secure 2 Test Page',
    note: (intent) => `A simulated bank asks whether you authorize ${intent}. No money moves.`,
    approve: 'Complete',
    refuse: 'Fail',
  },
  es: {
    title: 'Página de prueba de 3D Secure 2',
    note: (intent) => `Un banco simulado pregunta si autorizas ${intent}. No se mueve dinero.`,
    approve: 'Autorizar',
    refuse: 'Rechazar',
  },
};

/** The amount of the payment, as the shop's page knows it. */
export const amountOf = (
  { options }: Pick<FrameSetting, 'options'>,
  page: Document = document,
): HTMLElement => {
  const element = page.createElement('p');
  element.className = 'amount';
  element.textContent = dueText(frameLanguage(), options['amount'], options['currency']);
  return element;
};

type Answered = (outcome: 'approve' | 'refuse') => void;

const fillPage = (
  page: Document,
  intent: string,
  amount: HTMLElement,
  answered: Answered,
): void => {
  const sheet = new (page.defaultView?.CSSStyleSheet ?? CSSStyleSheet)();
  sheet.replaceSync(style);
  page.adoptedStyleSheets = [sheet];
  const title = page.createElement('h1');
  const words = texts[frameLanguage()];
  page.documentElement.lang = frameLanguage();
  title.textContent = words.title;
  const note = page.createElement('p');
  note.textContent = words.note(intent);
  const buttons = answers.map(({ id, outcome }) => {
    const button = page.createElement('button');
    button.id = id;
    button.type = 'button';
    button.textContent = words[outcome];
    button.addEventListener('click', () => {
      for (const one of buttons) one.disabled = true;
      answered(outcome);
    });
    return button;
  });
  const row = page.createElement('div');
  row.append(...buttons);
  page.body.append(title, amount, note, row);
  buttons[0]?.focus();
};

const openBank = (): Promise<HTMLIFrameElement> =>
  new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.id = 'challengeFrame';
    frame.name = 'stripe-challenge-frame';
    frame.title = '3D Secure challenge of the bank';
    frame.addEventListener('load', () => resolve(frame), { once: true });
    frame.src = '/v3/three-ds-2-form.html';
    for (const [name, value] of [
      ['width', '100%'],
      ['height', '100vh'],
      ['border', '0'],
      ['display', 'block'],
    ] as const) {
      frame.style.setProperty(name, value);
    }
    document.body.append(frame);
  });

/** Asks the customer whether they authorize a payment, in place of their bank. */
export const openChallenge = (setting: FrameSetting, port: MessagePort): void => {
  const own: ChallengeFrameCalls = {
    ask: async (intent) => {
      const frame = await openBank();
      const page = frame.contentDocument;
      if (page === null) return;
      const outcome = await new Promise<string>((resolve) => {
        fillPage(page, intent, amountOf(setting, page), resolve);
      });
      // If the server is gone, the page learns it when it retrieves the intent.
      await tellBank(intent, outcome, setting);
    },
  };
  connectPeer(port, own);
};
