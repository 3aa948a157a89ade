import { el } from './dom.js';
import { ago } from './format.js';
import { at, itemsAt, numberAt, textAt } from './json.js';
import { linkTo } from './list-names.js';
import { answer } from './status.js';
import { texts, wordFor } from './texts.js';

const link = (id: string, text: string): HTMLElement =>
  el('a', { href: linkTo(id) ?? `#requests/${id}`, 'data-key': `step ${id}` }, text);

const consoleAction = /^\/_processor\/console\/act\/([\w-]+)$/;

const requestStep = (request: unknown): HTMLElement => {
  const path = textAt(request, 'path');
  const [, action] = consoleAction.exec(path) ?? [];
  const name =
    action === undefined
      ? `${textAt(request, 'method')} ${path}`
      : `${wordFor(texts().actions, action)}, ${texts().by_console}`;
  const problem = textAt(request, 'problem');
  return el(
    'li',
    { class: 'step request' },
    el(
      'div',
      { class: 'line' },
      link(textAt(request, 'id'), name),
      answer(request),
      ago(numberAt(request, 'created'), 'machine'),
    ),
    problem === '' ? null : el('p', { class: 'problem' }, problem),
  );
};

/** An attempt to send an event. */
export const deliveryItem = (delivery: unknown): HTMLElement => {
  const attempt = numberAt(delivery, 'attempt');
  const next = numberAt(delivery, 'next_attempt');
  return el(
    'li',
    { class: 'delivery' },
    answer(delivery),
    el('span', { class: 'url' }, textAt(delivery, 'url')),
    attempt > 1 || next > 0 ? el('span', { class: 'soft' }, texts().attempt(attempt)) : null,
    at(delivery, 'resent') === true ? el('span', { class: 'soft' }, texts().repeated) : null,
    // A time that has passed has become an attempt of its own.
    next > Date.now() / 1000
      ? el('span', { class: 'soft' }, `${texts().nextAttempt} `, ago(next, 'machine'))
      : null,
    ago(numberAt(delivery, 'created'), 'machine'),
  );
};

const toneOf = (type: string): string => {
  if (/failed|expired|dispute\.created|withdrawn/.test(type)) return 'bad';
  if (/requires_action|processing|capturable/.test(type)) return 'act';
  return /succeeded|captured|reinstated/.test(type) ? 'good' : 'calm';
};

const eventStep = (event: unknown, deliveries: ReadonlyArray<unknown>): HTMLElement => {
  const type = textAt(event, 'type');
  const happened = wordFor(texts().happened, type);
  return el(
    'li',
    { class: `step event ${toneOf(type)}` },
    el(
      'div',
      { class: 'line' },
      el('span', { class: 'happened' }, happened),
      ago(numberAt(event, 'created')),
    ),
    el('div', { class: 'line' }, link(textAt(event, 'id'), type)),
    deliveries.length === 0
      ? null
      : el('ul', { class: 'deliveries' }, ...deliveries.map(deliveryItem)),
  );
};

/** A payment from its creation to its webhooks. */
export const timeline = (steps: ReadonlyArray<unknown>): HTMLElement =>
  el(
    'ol',
    { class: 'timeline' },
    ...steps.map((step) => {
      const event = textAt(step, 'event', 'id');
      return event === ''
        ? requestStep(Reflect.get(Object(step), 'request'))
        : eventStep(Reflect.get(Object(step), 'event'), itemsAt(step, 'deliveries'));
    }),
  );
