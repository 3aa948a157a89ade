import { type Press, waitingButtons } from './actions.js';
import { el } from './dom.js';
import { ago, money } from './format.js';
import { at, numberAt, textAt } from './json.js';
import { type ListName, linkTo } from './list-names.js';
import { answer, badge } from './status.js';
import { texts } from './texts.js';
import type { ConsoleTexts } from './texts-es.js';

/** An id with a link to its object, where there is one. */
export const idLink = (id: string): HTMLElement => {
  const link = linkTo(id);
  return link === null
    ? el('code', { class: 'id' }, id)
    : el('a', { class: 'id', href: link, 'data-key': `id ${id}` }, id);
};

/** The amount of a doubt. A refund or a capture names no currency: its amount is shown in the units in which it was given. */
export const doubtAmount = (object: unknown): string => {
  const amount = at(object, 'amount');
  const currency = textAt(object, 'currency');
  if (typeof amount !== 'number') return textAt(object, 'amount_decimal');
  return currency === '' ? texts().minorUnits(amount) : money(amount, currency);
};

type Content = Node | string;

/** A column: its name, its class in the style, and its content in a row. The content of the first one leads to the object. */
type Column = {
  readonly name: keyof ConsoleTexts['columns'];
  readonly kind: string;
  readonly content: (object: unknown, press: Press) => Content | ReadonlyArray<Content>;
};

const field = (name: Column['name'], kind: string, ...path: ReadonlyArray<string>): Column => ({
  name,
  kind,
  content: (object) => textAt(object, ...path),
});

const status: Column = {
  name: 'status',
  kind: 'status',
  content: (object) => badge(textAt(object, 'shown_status')),
};

const result: Column = { name: 'result', kind: 'status', content: answer };

const whenAt = (name: string, clock: 'processor' | 'machine'): Column => ({
  name: 'created',
  kind: 'when',
  content: (object) => ago(numberAt(object, name), clock),
});

const created = whenAt('created', 'processor');
const sent = whenAt('created', 'machine');

const amountOf = (object: unknown): string => {
  const amount = at(object, 'amount') ?? at(object, 'amount_total');
  return typeof amount === 'number' ? money(amount, textAt(object, 'currency')) : '–';
};
const amount: Column = { name: 'amount', kind: 'amount', content: amountOf };

const customer: Column = {
  name: 'customer',
  kind: 'who',
  content: (object) => textAt(object, 'email') || textAt(object, 'customer'),
};
const about = field('about', 'about', 'about');
const waits: Column = {
  name: 'waits',
  kind: 'waits',
  content: (object, press) => waitingButtons(press, object, at(object, 'awaits'), 'row'),
};
const id = field('id', 'id', 'id');

const reason: Column = {
  name: 'reason',
  kind: 'who',
  content: (object) => textAt(object, 'reason').replaceAll('_', ' '),
};

const columns: { readonly [L in ListName]: ReadonlyArray<Column> } = {
  payments: [amount, status, customer, about, waits, created],
  sessions: [amount, status, customer, about, waits, created],
  setups: [id, status, customer, about, waits, created],
  customers: [
    {
      name: 'name',
      kind: 'name',
      content: (object) =>
        textAt(object, 'name') || textAt(object, 'email') || textAt(object, 'id'),
    },
    field('email', 'who', 'email'),
    field('about', 'about', 'description'),
    id,
    created,
  ],
  refunds: [amount, status, reason, field('payment', 'id', 'payment_intent'), created],
  disputes: [amount, status, reason, field('payment', 'id', 'payment_intent'), created],
  events: [field('type', 'type', 'type'), field('object', 'id', 'subject'), id, created],
  deliveries: [
    field('type', 'type', 'type'),
    result,
    field('url', 'about', 'url'),
    field('event', 'id', 'event'),
    sent,
  ],
  doubts: [
    { name: 'amount', kind: 'amount', content: doubtAmount },
    status,
    {
      name: 'order',
      kind: 'about',
      content: (object) => textAt(object, 'order') || textAt(object, 'customer'),
    },
    {
      name: 'object',
      kind: 'id',
      content: (object) => textAt(object, 'object_id') || textAt(object, 'operation'),
    },
    whenAt('since', 'machine'),
  ],
  findings: [
    field('type', 'type', 'type'),
    status,
    field('about', 'about', 'about'),
    whenAt('created', 'machine'),
  ],
  requests: [
    {
      name: 'request',
      kind: 'type',
      content: (object) => `${textAt(object, 'method')} ${textAt(object, 'path')}`,
    },
    result,
    field('problem', 'about', 'problem'),
    {
      name: 'duration',
      kind: 'duration',
      content: (object) => `${numberAt(object, 'milliseconds')} ms`,
    },
    sent,
  ],
};

/** The heads of the columns of a list. */
export const columnHeads = (list: ListName): HTMLElement =>
  el(
    'tr',
    { role: 'row', class: 'heads' },
    ...columns[list].map(({ name, kind }) =>
      el('th', { role: 'columnheader', scope: 'col', class: kind }, texts().columns[name]),
    ),
  );

/** The target of a row: its object, the event that was delivered, or the payment that waits for a confirmation. */
const targetOf = (list: ListName, object: unknown): string => {
  if (list === 'deliveries') return `#events/${textAt(object, 'event')}`;
  return textAt(object, 'kind') === 'unconfirmed'
    ? `#payments/${textAt(object, 'object_id')}`
    : `#${list}/${textAt(object, 'id')}`;
};

/** A row of a list, all of which leads to its object. */
export const row = (
  list: ListName,
  object: unknown,
  { selected, press }: { readonly selected: boolean; readonly press: Press },
): HTMLElement => {
  const key = textAt(object, 'id');
  return el(
    'tr',
    { role: 'row', class: 'row', 'data-row': key, 'aria-current': selected ? 'true' : null },
    ...columns[list].map(({ kind, content }, place) => {
      const shown = [content(object, press)].flat();
      if (place > 0) return el('td', { role: 'cell', class: kind }, ...shown);
      const link = el(
        'a',
        { class: 'row-link', href: targetOf(list, object), 'data-key': `row ${key}` },
        ...shown,
        // Among the links of the page, an amount says little.
        kind === 'amount' ? el('span', { class: 'hidden' }, ` ${key}`) : null,
      );
      return el('td', { role: 'cell', class: kind }, link);
    }),
  );
};
