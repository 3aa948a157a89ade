import { el } from './dom.js';
import { ago, money } from './format.js';
import { at, numberAt, textAt } from './json.js';
import { answer, badge, chargeStatus, statusOf } from './status.js';
import { texts } from './texts.js';

/** The lists of the console, in their order. */
export const lists = [
  'payments',
  'customers',
  'refunds',
  'disputes',
  'events',
  'deliveries',
  'doubts',
  'requests',
] as const;

/** A list of the console. */
export type ListName = (typeof lists)[number];

const listOfPrefix: { readonly [prefix: string]: ListName } = {
  pi: 'payments',
  cus: 'customers',
  re: 'refunds',
  du: 'disputes',
  evt: 'events',
  req: 'requests',
  log: 'requests',
  ch: 'payments',
  pm: 'customers',
  seti: 'customers',
  txn: 'payments',
  we: 'deliveries',
  doubt: 'doubts',
};

/** The link to an object; `null`: the console does not show objects of its kind. */
export const linkTo = (id: string): string | null => {
  // Test cards such as `pm_card_visa` are names, not ids.
  const prefix = /^([a-z]+)_(?!card_)\w+$/.exec(id)?.[1] ?? '';
  const list = listOfPrefix[prefix];
  return list === undefined ? null : `#${list}/${id}`;
};

/** An id with a link to its object, where there is one. */
export const idLink = (id: string): HTMLElement => {
  const link = linkTo(id);
  return link === null
    ? el('code', { class: 'id' }, id)
    : el('a', { class: 'id', href: link, 'data-key': `id ${id}` }, id);
};

const amountOf = (object: unknown): HTMLElement =>
  el('span', { class: 'amount' }, money(numberAt(object, 'amount'), textAt(object, 'currency')));

/** The amount of a doubt. A refund or a capture names no currency: its amount is shown in the units in which it was given. */
export const doubtAmount = (object: unknown): string => {
  const amount = at(object, 'amount');
  const currency = textAt(object, 'currency');
  if (typeof amount !== 'number') return textAt(object, 'amount_decimal');
  return currency === '' ? texts().minorUnits(amount) : money(amount, currency);
};

const cell = (kind: string, ...content: ReadonlyArray<Node | string>): HTMLElement =>
  el('span', { class: kind }, ...content);

const when = (object: unknown, clock: 'processor' | 'machine' = 'processor'): HTMLElement =>
  cell('when', ago(numberAt(object, 'created'), clock));

const cells = (list: ListName, object: unknown): ReadonlyArray<HTMLElement> => {
  const id = cell('id', textAt(object, 'id'));
  switch (list) {
    case 'payments': {
      const about = textAt(object, 'description') || textAt(object, 'customer');
      return [
        cell(
          'main',
          amountOf(object),
          badge(chargeStatus(at(object, 'charge')) ?? statusOf(object)),
        ),
        cell('about', about),
        id,
        when(object),
      ];
    }
    case 'customers': {
      const email = textAt(object, 'email');
      const name = textAt(object, 'name') || email || textAt(object, 'description') || '–';
      return [
        cell('main', cell('name', name)),
        cell('about', name === email ? '' : email),
        id,
        when(object),
      ];
    }
    case 'refunds':
    case 'disputes': {
      const about = textAt(object, 'reason').replaceAll('_', ' ');
      return [
        cell('main', amountOf(object), badge(statusOf(object))),
        cell('about', about || textAt(object, 'payment_intent')),
        id,
        when(object),
      ];
    }
    case 'events':
      return [
        cell('main', cell('type', textAt(object, 'type'))),
        cell('about', textAt(object, 'data', 'object', 'id')),
        id,
        when(object),
      ];
    case 'deliveries':
      return [
        cell('main', answer(object), cell('type', textAt(object, 'type'))),
        cell('about', textAt(object, 'url')),
        cell('id', textAt(object, 'event')),
        when(object, 'machine'),
      ];
    case 'doubts':
      return [
        cell(
          'main',
          el('span', { class: 'amount' }, doubtAmount(object)),
          badge(textAt(object, 'kind')),
        ),
        cell('about', textAt(object, 'order') || textAt(object, 'customer')),
        cell('id', textAt(object, 'object_id') || textAt(object, 'operation')),
        cell('when', ago(numberAt(object, 'since'), 'machine')),
      ];
    case 'requests':
      return [
        cell(
          'main',
          answer(object),
          cell('type', `${textAt(object, 'method')} ${textAt(object, 'path')}`),
        ),
        cell('about', textAt(object, 'problem')),
        cell('id', `${numberAt(object, 'milliseconds')} ms`),
        when(object, 'machine'),
      ];
  }
};

/** The target of a row: its object, the event that was delivered, or the payment that waits for a confirmation. */
const targetOf = (list: ListName, object: unknown): string => {
  if (list === 'deliveries') return `#events/${textAt(object, 'event')}`;
  return textAt(object, 'kind') === 'unconfirmed'
    ? `#payments/${textAt(object, 'object_id')}`
    : `#${list}/${textAt(object, 'id')}`;
};

/** A row of a list. `fresh`: it has just come. */
export const row = (
  list: ListName,
  object: unknown,
  { selected, fresh }: { readonly selected: boolean; readonly fresh: boolean },
): HTMLElement =>
  el(
    'li',
    {},
    el(
      'a',
      {
        class: `row${fresh ? ' fresh' : ''}`,
        href: targetOf(list, object),
        'data-key': `row ${textAt(object, 'id')}`,
        'aria-current': selected ? 'true' : null,
      },
      ...cells(list, object).filter(
        (part) => part.textContent !== '' || at(part, 'className') === 'about',
      ),
    ),
  );
