import { button, el } from './dom.js';
import { money, typedAmount, typedMinorUnits } from './format.js';
import { at, numberAt, textAt } from './json.js';
import { mayAct } from './scopes.js';
import { texts } from './texts.js';
import type { ConsoleTexts } from './texts-es.js';

/** Does what a button says: the name of the action, what goes with it, and what to say after it. */
export type Press = (action: string, body: object, done?: string) => void;

type Plain = {
  readonly label: {
    [K in keyof ConsoleTexts]: ConsoleTexts[K] extends string ? K : never;
  }[keyof ConsoleTexts];
  /** In place of the text of the label. */
  readonly text?: string;
  readonly action: string;
  readonly body?: object;
  readonly kind?: string;
};

// The second press of a double click would be refused, or refund what is left too.
const doubleClickMs = 600;
let last = { name: '', at: 0 };

const isSecondPress = (name: string): boolean => {
  const before = last;
  last = { name, at: performance.now() };
  return name === before.name && last.at - before.at < doubleClickMs;
};

const plain = (press: Press, id: string, buttons: ReadonlyArray<Plain>): Array<HTMLElement> =>
  buttons
    .filter(({ action }) => mayAct(action))
    .map(({ label, text = texts()[label], action, body = {}, kind = '' }) =>
      button(
        text,
        () => {
          if (!isSecondPress(`${label} ${id}`)) press(action, { id, ...body });
        },
        { class: kind, 'data-key': `act ${label}`, 'data-for': id },
      ),
    );

// A restored account can hold any URL.
const isPage = (url: string): boolean => /^https?:\/\//i.test(url);

const pageLink = (url: string, kind: string): ReadonlyArray<HTMLElement> =>
  isPage(url)
    ? [
        el(
          'a',
          {
            class: `button ${kind}`,
            href: url,
            target: '_blank',
            rel: 'noopener noreferrer',
            'data-key': `page ${url}`,
          },
          texts().openPage,
          el('span', { class: 'hidden' }, ` ${texts().newWindow}`),
        ),
      ]
    : [];

/** Buttons for all that waits for the customer of an object: they approve, refuse, or open the page. */
export const waitingButtons = (
  press: Press,
  object: unknown,
  awaits: unknown,
  place: 'row' | 'detail',
): ReadonlyArray<HTMLElement> => {
  const intent = textAt(awaits, 'intent');
  const method = textAt(awaits, 'method');
  const size = place === 'row' ? ' small' : '';
  const answers: ReadonlyArray<Plain> = [
    {
      label: 'approve',
      action: 'challenge',
      body: { outcome: 'approve' },
      kind: `primary${size}`,
      ...(place === 'row' ? {} : { text: texts().approveWith(method) }),
    },
    {
      label: 'refuse',
      action: 'challenge',
      body: { outcome: 'refuse' },
      kind: `danger${size}`,
      ...(place === 'row' ? {} : { text: texts().refuseWith(method) }),
    },
  ];
  return [
    ...(intent === '' ? [] : plain(press, intent, answers)).map((one) => {
      // Among the buttons of a list, "Approve" says little.
      if (place === 'row') {
        one.append(el('span', { class: 'hidden' }, ` ${method} ${textAt(object, 'id')}`));
        one.setAttribute('data-key', `${one.getAttribute('data-key')} ${intent}`);
      }
      return one;
    }),
    ...pageLink(textAt(awaits, 'page'), size),
  ];
};

const cancel: Plain = { label: 'cancel', action: 'cancel' };

const refundForm = (press: Press, payment: unknown, charge: unknown): HTMLElement => {
  const currency = textAt(payment, 'currency');
  const left = numberAt(charge, 'amount_captured') - numberAt(charge, 'amount_refunded');
  const field = el('input', {
    id: 'refund-amount',
    inputmode: 'decimal',
    autocomplete: 'off',
    value: typedAmount(left, currency),
    'data-key': `refund ${textAt(payment, 'id')} ${left}`,
    'data-typed': true,
  });
  const problem = el('span', { class: 'problem', role: 'alert' });
  const form = el(
    'form',
    { class: 'refund' },
    el('label', { for: 'refund-amount' }, `${texts().amount} (${currency.toUpperCase()})`),
    field,
    el('button', { 'data-key': 'act refund' }, texts().refund),
    problem,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const amount = typedMinorUnits(field.value, currency);
    problem.textContent = amount === null || amount === 0 ? texts().badAmount : '';
    const id = textAt(payment, 'id');
    if (amount !== null && amount > 0 && !isSecondPress(`refund ${id}`)) {
      const done = `${texts().actions.refund}: ${money(amount, currency)}`;
      press('refund', { id, amount }, done);
    }
  });
  return form;
};

const noteForm = (press: Press, finding: unknown): HTMLElement => {
  const id = textAt(finding, 'id');
  const field = el('input', {
    id: 'finding-note',
    autocomplete: 'off',
    maxlength: 500,
    value: textAt(finding, 'note'),
    'data-key': `note ${id}`,
    'data-typed': true,
  });
  const form = el(
    'form',
    { class: 'note' },
    el('label', { for: 'finding-note' }, texts().fields.note),
    field,
    el('button', { class: 'primary', 'data-key': 'act seen' }, texts().seen),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    press('mark-finding', { id, seen: true, note: field.value });
  });
  return form;
};

const ofFinding = (press: Press, finding: unknown): Array<HTMLElement> => {
  if (!mayAct('mark-finding')) return [];
  return textAt(finding, 'status') === 'unseen'
    ? [noteForm(press, finding)]
    : plain(press, textAt(finding, 'id'), [
        { label: 'notSeen', action: 'mark-finding', body: { seen: false } },
      ]);
};

const ofPayment = (press: Press, payment: unknown, charge: unknown): Array<HTMLElement> => {
  const id = textAt(payment, 'id');
  switch (textAt(payment, 'status')) {
    case 'requires_action':
      return plain(press, id, [cancel]);
    case 'processing':
      return plain(press, id, [
        { label: 'settle', action: 'settle', kind: 'primary' },
        { label: 'fail', action: 'fail', kind: 'danger' },
      ]);
    case 'requires_capture':
      return plain(press, id, [
        { label: 'capture', action: 'capture', kind: 'primary' },
        { label: 'expire', action: 'expire' },
        cancel,
      ]);
    case 'requires_confirmation':
    case 'requires_payment_method':
      return plain(press, id, [cancel]);
    case 'succeeded': {
      const open = at(charge, 'refunded') !== true && at(charge, 'disputed') !== true;
      return open
        ? [
            ...(mayAct('refund') ? [refundForm(press, payment, charge)] : []),
            ...plain(press, id, [{ label: 'dispute', action: 'dispute', kind: 'danger' }]),
          ]
        : [];
    }
    default:
      return [];
  }
};

const openDisputes = new Set([
  'needs_response',
  'under_review',
  'warning_needs_response',
  'warning_under_review',
]);

const ofSession = (press: Press, session: unknown, waits: boolean): Array<HTMLElement> => {
  if (textAt(session, 'status') !== 'open') return [];
  const label = textAt(session, 'mode') === 'setup' ? 'saveAsCustomer' : 'payAsCustomer';
  return plain(press, textAt(session, 'id'), [
    ...(waits ? [] : [{ label, action: 'complete-checkout' } as const]),
    { label: 'expireSession', action: 'expire-session' },
  ]);
};

const openSetups = new Set(['requires_action', 'requires_confirmation', 'requires_payment_method']);

/** The buttons for an object: what can happen to it next. `found` is what the server knows of it. */
export const actionsFor = (press: Press, found: unknown): ReadonlyArray<HTMLElement> => {
  const object = at(found, 'object');
  const awaits = at(found, 'awaits');
  return [
    ...waitingButtons(press, object, awaits, 'detail'),
    ...ofObject(press, object, at(found, 'charge'), textAt(awaits, 'intent') !== ''),
  ];
};

const ofObject = (
  press: Press,
  object: unknown,
  charge: unknown,
  waits: boolean,
): Array<HTMLElement> => {
  const id = textAt(object, 'id');
  switch (textAt(object, 'object')) {
    case 'payment_intent':
      return ofPayment(press, object, charge);
    case 'checkout.session':
      return ofSession(press, object, waits);
    case 'setup_intent':
      return openSetups.has(textAt(object, 'status')) ? plain(press, id, [cancel]) : [];
    case 'refund':
      return textAt(object, 'status') === 'pending'
        ? plain(press, id, [
            { label: 'settle', action: 'settle', kind: 'primary' },
            { label: 'fail', action: 'fail', kind: 'danger' },
          ])
        : [];
    case 'dispute':
      return openDisputes.has(textAt(object, 'status'))
        ? plain(press, id, [
            { label: 'win', action: 'settle', kind: 'primary' },
            { label: 'lose', action: 'fail', kind: 'danger' },
          ])
        : [];
    case 'finding':
      return ofFinding(press, object);
    case 'event':
      return plain(press, id, [{ label: 'resend', action: 'resend', kind: 'primary' }]);
    default:
      return [];
  }
};
