import type { Press } from './actions.js';
import { button, el, show } from './dom.js';
import { exact, processorTime } from './format.js';
import { at, itemsAt, numberAt, textAt } from './json.js';
import { type ListName, lists } from './rows.js';
import { hasScope, mayAct, mayList } from './scopes.js';
import { account, fixtureAddress } from './server.js';
import { language, texts } from './texts.js';
import { view } from './view.js';

const header = el('header', {});
const tools = el('details', { class: 'tools' });
const toolsPlace = el('section', { class: 'tools-place' }, tools);
const nav = el('nav', {});

/** The frame around the lists: the header, what can be simulated, and the names of the lists. */
export const bars = { header, tools, toolsPlace, nav } as const;

const selectOf = (
  key: string,
  label: string,
  options: ReadonlyArray<readonly [value: string, text: string]>,
): HTMLSelectElement =>
  el(
    'select',
    { id: key, 'data-key': key, 'data-typed': true, 'aria-label': label },
    ...options.map(([value, text]) => el('option', { value }, text)),
  );

const accountSelect = (): HTMLElement => {
  const current = textAt(view.state, 'account') || account();
  const names = itemsAt(view.state, 'accounts').map(String);
  const all = current === '' || names.includes(current) ? names : [current, ...names];
  const select = el(
    'select',
    { id: 'account', 'data-key': 'account' },
    ...all.map((name) => el('option', { value: name, selected: name === current }, name)),
  );
  select.addEventListener('change', () => {
    const url = new URL(location.href);
    url.searchParams.set('account', select.value);
    url.hash = view.list;
    location.href = url.href;
  });
  return el(
    'span',
    { class: 'account', hidden: all.length < 2 },
    el('label', { for: 'account' }, texts().account),
    select,
  );
};

/** Shows the header. `onLanguage`: somebody asks for the other language. */
export const renderHeader = (onLanguage: () => void): void => {
  const change = button(texts().language, onLanguage, {
    class: 'small',
    lang: language() === 'es' ? 'en' : 'es',
    'data-key': 'language',
  });
  show(
    header,
    button(texts().skip, () => document.getElementById('list')?.focus(), {
      class: 'skip',
      'data-key': 'skip',
    }),
    el(
      'h1',
      {},
      el('a', { href: '#payments', 'data-key': 'home' }, 'Pasarela'),
      ' ',
      el('span', { class: 'tag' }, texts().tag),
    ),
    accountSelect(),
    el(
      'span',
      { class: `live ${view.live ? 'on' : 'off'}`, role: 'status' },
      view.live ? texts().live : texts().lost,
    ),
    change,
  );
};

const declines = ['generic_decline', 'insufficient_funds', 'lost_card', 'expired_card'] as const;

/** Shows what can be simulated whatever is open. */
export const renderTools = (press: Press): void => {
  const reason = selectOf(
    'reason',
    texts().reason,
    declines.map((code) => [code, code]),
  );
  const step = selectOf('step', texts().by, Object.entries(texts().durations));
  const decline = button(
    texts().declineNext,
    () =>
      press(
        'fail-next',
        { on: 'confirm', with: { decline: reason.value } },
        texts().declinePlanned(reason.value),
      ),
    { 'data-key': 'decline' },
  );
  const advance = button(
    texts().advance,
    () => press('clock', { advance: Number(step.value) }, texts().advanced),
    { 'data-key': 'advance' },
  );
  toolsPlace.setAttribute('aria-label', texts().simulate);
  show(
    tools,
    el('summary', { 'data-key': 'simulate' }, texts().simulate),
    el(
      'div',
      { class: 'toolbar' },
      mayAct('fail-next') ? el('span', { class: 'tool' }, decline, reason) : null,
      el(
        'span',
        { class: 'tool' },
        el(
          'span',
          { class: 'clock' },
          `${texts().clock}: `,
          el('b', { id: 'clock' }, exact(processorTime())),
        ),
        ...(mayAct('clock') ? [step, advance] : []),
      ),
      hasScope('events')
        ? el(
            'a',
            { class: 'button', href: fixtureAddress(), download: '', 'data-key': 'fixture' },
            texts().fixture,
          )
        : null,
    ),
  );
};

// Only a service has doubts.
const isOffered = (name: ListName): boolean =>
  name !== 'doubts' || at(view.state, 'counts', name) !== undefined;

/** Shows the names of the lists, with how many objects they have. */
export const renderNav = (): void => {
  nav.setAttribute('aria-label', texts().sections);
  show(
    nav,
    ...lists
      .filter((name) => mayList(name) && isOffered(name))
      .map((name) =>
        el(
          'a',
          {
            href: `#${name}`,
            'data-key': `nav ${name}`,
            'aria-current': name === view.list ? 'page' : null,
          },
          texts()[name],
          el('span', { class: 'count' }, String(numberAt(view.state, 'counts', name))),
        ),
      ),
  );
};
