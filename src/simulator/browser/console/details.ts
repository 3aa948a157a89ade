import { actionsFor, type Press } from './actions.js';
import { button, el } from './dom.js';
import { ago, exact, money } from './format.js';
import { at, itemsAt, numberAt, textAt } from './json.js';
import { jsonView } from './json-view.js';
import { doubtAmount, idLink } from './rows.js';
import { answer, badge } from './status.js';
import { texts } from './texts.js';
import { deliveryItem, timeline } from './timeline.js';

type Fact = readonly [name: string, value: Node | string | null];

const fact = (name: string, text: string): Fact => [name, text === '' ? null : text];

const id = (name: string, value: string): Fact => [name, value === '' ? null : idLink(value)];

const time = (name: string, seconds: number, clock?: 'machine'): Fact => [
  name,
  seconds === 0 ? null : el('span', {}, exact(seconds), ' · ', ago(seconds, clock ?? 'processor')),
];

const problemOf = (object: unknown): string => {
  const error = at(object, 'last_payment_error') ?? at(object, 'last_setup_error');
  const code = textAt(error, 'decline_code') || textAt(error, 'code');
  return code === '' ? textAt(object, 'failure_reason') : `${code}: ${textAt(error, 'message')}`;
};

const factsOf = (object: unknown, charge: unknown): ReadonlyArray<Fact> => {
  const { fields } = texts();
  const currency = textAt(object, 'currency');
  const created = time(fields.created, numberAt(object, 'created'));
  switch (textAt(object, 'object')) {
    case 'request':
      return [
        time(fields.time, numberAt(object, 'created'), 'machine'),
        fact(fields.duration, `${numberAt(object, 'milliseconds')} ms`),
        fact(fields.problem, textAt(object, 'problem')),
        fact(fields.key, textAt(object, 'idempotency_key')),
        fact(fields.version, textAt(object, 'version')),
      ];
    case 'event':
      return [
        created,
        id(fields.object, textAt(object, 'data', 'object', 'id')),
        id(texts().request, textAt(object, 'request', 'id')),
      ];
    case 'customer':
      return [
        created,
        fact(fields.name, textAt(object, 'name')),
        fact(fields.email, textAt(object, 'email')),
        fact(fields.phone, textAt(object, 'phone')),
        fact(fields.description, textAt(object, 'description')),
      ];
    case 'checkout.session':
      return [
        created,
        time(fields.expires, numberAt(object, 'expires_at')),
        fact(fields.mode, textAt(object, 'mode')),
        fact(
          fields.email,
          textAt(object, 'customer_details', 'email') || textAt(object, 'customer_email'),
        ),
        fact(fields.reference, textAt(object, 'client_reference_id')),
        id(fields.customer, textAt(object, 'customer')),
        id(fields.payment, textAt(object, 'payment_intent')),
        id(fields.setup, textAt(object, 'setup_intent')),
      ];
    case 'finding':
      return [
        time(fields.time, numberAt(object, 'created'), 'machine'),
        fact(fields.finding, textAt(object, 'finding')),
        fact(fields.problem, textAt(object, 'about')),
        fact(fields.advice, textAt(object, 'description')),
        fact(fields.note, textAt(object, 'note')),
      ];
    case 'doubt':
      return [
        time(fields.time, numberAt(object, 'since'), 'machine'),
        fact(fields.operation, textAt(object, 'operation')),
        fact(fields.amount, doubtAmount(object)),
        fact(fields.order, textAt(object, 'order')),
        id(fields.object, textAt(object, 'object_id')),
        id(fields.customer, textAt(object, 'customer')),
        fact(fields.derivedKey, textAt(object, 'derived_key')),
      ];
    default: {
      const refunded = numberAt(charge, 'amount_refunded');
      const capturable = numberAt(object, 'amount_capturable');
      return [
        created,
        fact(fields.problem, problemOf(object)),
        fact(fields.description, textAt(object, 'description')),
        fact(fields.email, textAt(object, 'receipt_email')),
        fact(fields.usage, textAt(object, 'usage').replaceAll('_', ' ')),
        fact(fields.reason, textAt(object, 'reason').replaceAll('_', ' ')),
        time(fields.due, numberAt(object, 'evidence_details', 'due_by')),
        fact(fields.refunded, refunded > 0 ? money(refunded, currency) : ''),
        fact(fields.captured, capturable > 0 ? money(capturable, currency) : ''),
        id(fields.customer, textAt(object, 'customer')),
        id(fields.payment, textAt(object, 'payment_intent')),
        id(fields.charge, textAt(object, 'latest_charge') || textAt(object, 'charge')),
        id(fields.method, textAt(object, 'payment_method')),
      ];
    }
  }
};

const headingOf = (object: unknown): ReadonlyArray<Node> => {
  const currency = textAt(object, 'currency');
  const amount = at(object, 'amount') ?? at(object, 'amount_total');
  if (typeof amount === 'number' && currency !== '') {
    return [document.createTextNode(money(amount, currency))];
  }
  const name =
    textAt(object, 'type') ||
    textAt(object, 'name') ||
    textAt(object, 'email') ||
    `${textAt(object, 'method')} ${textAt(object, 'path')}`.trim() ||
    textAt(object, 'object').replaceAll('_', ' ');
  return [document.createTextNode(name)];
};

const badgesOf = (object: unknown, status: string): ReadonlyArray<HTMLElement> => {
  if (textAt(object, 'object') === 'request') return [answer(object)];
  return status === '' ? [] : [badge(status)];
};

const copied = (text: string): HTMLElement => {
  const copy = button(
    texts().copy,
    () => {
      void navigator.clipboard.writeText(text).then(() => {
        copy.textContent = texts().copied;
      });
    },
    { class: 'small', 'data-key': `copy ${text}` },
  );
  return copy;
};

/** A text with a button that copies it, where browsers let a page do that: not at the http address of another machine. */
export const copyable = (text: string): HTMLElement =>
  el('div', { class: 'copyable' }, el('code', {}, text), isSecureContext && copied(text));

const section = (title: string, ...content: ReadonlyArray<Node | null>): HTMLElement =>
  el('section', {}, el('h3', {}, title), ...content);

const data = (title: string, value: unknown, key: string, open = true): HTMLElement =>
  el(
    'details',
    { 'data-key': key, open },
    el('summary', {}, title),
    value === null ? el('p', { class: 'soft' }, texts().none) : jsonView(value),
  );

const bodiesOf = (object: unknown): ReadonlyArray<HTMLElement> => {
  const leftOut = itemsAt(object, 'left_out');
  const body = (name: 'request' | 'response'): HTMLElement =>
    leftOut.includes(name)
      ? section(texts()[name], el('p', { class: 'soft' }, texts().tooLong))
      : data(texts()[name], at(object, name), `${name} ${textAt(object, 'id')}`);
  return [body('request'), body('response')];
};

/** All about an object, with its buttons. `found` is what the server knows of it. */
export const details = (found: unknown, press: Press): ReadonlyArray<HTMLElement> => {
  const object = at(found, 'object');
  const charge = at(found, 'charge');
  const buttons = actionsFor(press, found);
  const steps = itemsAt(found, 'timeline');
  const isEvent = textAt(object, 'object') === 'event';
  const deliveries = itemsAt(found, 'deliveries');
  const facts = factsOf(object, charge).filter(([, value]) => value !== null);
  return [
    el(
      'div',
      { class: 'heading' },
      el('h2', { id: 'object-title' }, ...headingOf(object)),
      ...badgesOf(object, textAt(found, 'shown_status')),
    ),
    copyable(textAt(object, 'id')),
    ...(buttons.length === 0 ? [] : [el('div', { class: 'actions' }, ...buttons)]),
    el('dl', {}, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    ...(steps.length === 0 ? [] : [section(texts().timeline, timeline(steps))]),
    ...(isEvent
      ? [
          section(
            texts().deliveries,
            deliveries.length === 0
              ? el('p', { class: 'soft' }, texts().noWebhook)
              : el('ul', { class: 'deliveries' }, ...deliveries.map(deliveryItem)),
          ),
        ]
      : []),
    ...(textAt(object, 'object') === 'request'
      ? bodiesOf(object)
      : [data(texts().data, object, `data ${textAt(object, 'id')}`, steps.length === 0)]),
  ];
};
