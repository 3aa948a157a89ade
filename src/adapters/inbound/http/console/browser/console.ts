import type { Press } from './actions.js';
import { copyable, details } from './details.js';
import { button, el, show } from './dom.js';
import { exact, processorTime, tellTimes, useDecimals, useProcessorTime } from './format.js';
import { at, itemsAt, numberAt, textAt } from './json.js';
import { type ListName, lists, row } from './rows.js';
import { account, act, fixtureAddress, listenForChanges, readObject, readState } from './server.js';
import { language, switchLanguage, texts } from './texts.js';

/** What the page shows. */
type View = {
  list: ListName;
  /** The id of the object that is open. */
  object: string | null;
  /** The last answers of the server. */
  state: unknown;
  found: unknown;
  /** The rows of further pages. */
  more: Array<unknown>;
  hasMore: boolean;
  live: boolean;
};

const view: View = {
  list: 'payments',
  object: null,
  state: undefined,
  found: undefined,
  more: [],
  hasMore: false,
  live: true,
};

// To mark what has just come.
const known = new Set<string>();
let knownList: ListName | null = null;

const header = el('header', {});
const tools = el('details', { class: 'tools' });
const toolsPlace = el('section', { class: 'tools-place' }, tools);
const nav = el('nav', {});
const listPlace = el('section', { class: 'list', id: 'list', tabindex: '-1' });
const detailPlace = el('section', { class: 'detail', tabindex: '-1' });
const toast = el('div', { class: 'toast', role: 'status' });
const main = el('main', {}, listPlace, detailPlace);

const say = (message: string, kind: 'good' | 'bad'): void => {
  toast.className = `toast shown ${kind}`;
  toast.textContent = message;
  window.setTimeout(() => {
    if (toast.textContent === message) toast.className = 'toast';
  }, 6000);
};

const readRoute = (): void => {
  const [name, id] = location.hash.slice(1).split('/');
  view.list = lists.find((one) => one === name) ?? 'payments';
  view.object = id === undefined || id === '' ? null : decodeURIComponent(id);
};

const press: Press = (action, body, done) => {
  void act(action, body).then(async (outcome) => {
    if (outcome.ok) say(done ?? texts().done, 'good');
    else say(`${texts().failed}: ${outcome.message}`, 'bad');
    await refresh();
  });
};

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

const renderHeader = (): void => {
  const change = button(
    texts().language,
    () => {
      switchLanguage();
      render();
    },
    { class: 'small', lang: language() === 'es' ? 'en' : 'es', 'data-key': 'language' },
  );
  show(
    header,
    el('a', { class: 'skip', href: '#list', 'data-key': 'skip' }, texts().skip),
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

const renderTools = (): void => {
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
      el('span', { class: 'tool' }, decline, reason),
      el(
        'span',
        { class: 'tool' },
        el(
          'span',
          { class: 'clock' },
          `${texts().clock}: `,
          el('b', { id: 'clock' }, exact(processorTime())),
        ),
        step,
        advance,
      ),
      el(
        'a',
        { class: 'button', href: fixtureAddress(), download: '', 'data-key': 'fixture' },
        texts().fixture,
      ),
    ),
  );
};

const renderNav = (): void => {
  nav.setAttribute('aria-label', texts().sections);
  show(
    nav,
    ...lists.map((name) =>
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

const renderEmpty = (): ReadonlyArray<HTMLElement> => {
  const example = textAt(view.state, 'example').replace('{{origin}}', location.origin);
  const help = example.includes('/v1/') ? texts().emptyHelp : texts().emptyService;
  return [
    el('p', { class: 'empty' }, view.list === 'deliveries' ? texts().noDeliveries : texts().empty),
    el('p', { class: 'soft' }, texts().intro),
    el('p', {}, help),
    copyable(example),
  ];
};

const showMore = async (): Promise<void> => {
  const last = [...itemsAt(view.state, 'list', 'data'), ...view.more].at(-1);
  const outcome = await readState(view.list, textAt(last, 'id'));
  if (!outcome.ok) return;
  view.more.push(...itemsAt(outcome.body, 'list', 'data'));
  view.hasMore = at(outcome.body, 'list', 'has_more') === true;
  renderList();
};

const renderList = (): void => {
  const rows = [...itemsAt(view.state, 'list', 'data'), ...view.more];
  const first = knownList !== view.list;
  knownList = view.list;
  const items = rows.map((object) => {
    const id = textAt(object, 'id');
    const fresh = !first && !known.has(id);
    known.add(id);
    return row(view.list, object, { selected: id === view.object, fresh });
  });
  show(
    listPlace,
    el('h2', { id: 'list-title' }, texts()[view.list]),
    ...(items.length === 0
      ? renderEmpty()
      : [el('ul', { class: `rows ${view.list}`, 'aria-labelledby': 'list-title' }, ...items)]),
    view.hasMore ? button(texts().more, () => void showMore(), { 'data-key': 'more' }) : null,
  );
};

const detailParts = (): ReadonlyArray<HTMLElement> => {
  if (view.found === undefined) return [];
  return view.found === null
    ? [el('p', { class: 'soft' }, texts().notFound)]
    : details(view.found, press);
};

const renderDetail = (): void => {
  const isOpen = view.object !== null;
  main.classList.toggle('open', isOpen);
  detailPlace.hidden = !isOpen;
  if (!isOpen) {
    show(detailPlace);
    return;
  }
  show(
    detailPlace,
    el(
      'a',
      { class: 'close button small', href: `#${view.list}`, 'data-key': 'close' },
      texts().close,
    ),
    ...detailParts(),
  );
};

const render = (): void => {
  document.documentElement.lang = language();
  document.title = texts().title;
  renderHeader();
  renderTools();
  renderNav();
  renderList();
  renderDetail();
};

let reading = false;
let readAgain = false;

const readAll = async (): Promise<void> => {
  const { list, object } = view;
  const [state, found] = await Promise.all([
    readState(list),
    object === null ? undefined : readObject(object),
  ]);
  if (list !== view.list || object !== view.object) return;
  if (!state.ok) {
    view.live = false;
    renderHeader();
    if (state.status === 404) say(texts().gone, 'bad');
    return;
  }
  view.live = true;
  view.state = state.body;
  view.found = found?.ok === true ? found.body : null;
  if (view.more.length === 0) view.hasMore = at(state.body, 'list', 'has_more') === true;
  useDecimals(at(state.body, 'decimals'));
  useProcessorTime(numberAt(state.body, 'now'));
  render();
};

/** Reads all that is shown anew. A change that comes meanwhile is read after it. */
const refresh = async (): Promise<void> => {
  readAgain = true;
  if (reading) return;
  reading = true;
  while (readAgain) {
    readAgain = false;
    await readAll();
  }
  reading = false;
};

const go = async (): Promise<void> => {
  const before = view.object;
  const list = view.list;
  readRoute();
  if (list !== view.list) {
    view.more = [];
    view.state = { ...Object(view.state), list: undefined };
  }
  if (before !== view.object) view.found = undefined;
  await refresh();
  if (view.object !== null && before !== view.object) detailPlace.focus({ preventScroll: true });
};

const rowLinks = (): ReadonlyArray<HTMLElement> => [
  ...listPlace.querySelectorAll<HTMLElement>('a.row'),
];

const onKey = (event: KeyboardEvent): void => {
  const { target, key } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Escape' && view.object !== null) {
    const opened = `row ${view.object}`;
    location.hash = view.list;
    rowLinks()
      .find((link) => link.dataset['key'] === opened)
      ?.focus();
    return;
  }
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
  const links = rowLinks();
  const place = links.findIndex((link) => link === document.activeElement);
  if (step === undefined || (key.startsWith('Arrow') && place < 0)) return;
  event.preventDefault();
  links[Math.max(0, place + step)]?.focus();
};

// On a phone they are folded, so that the list comes first.
const wide = window.matchMedia('(min-width: 40.01rem)');
const foldTools = (): void => {
  tools.open = wide.matches;
};
wide.addEventListener('change', foldTools);
foldTools();

document.body.replaceChildren(header, toolsPlace, el('div', { class: 'frame' }, nav, main), toast);
readRoute();
render();
void refresh();
listenForChanges({
  onChange: () => void refresh(),
  onLive: (live) => {
    view.live = live;
    renderHeader();
  },
});
window.addEventListener('hashchange', () => void go());
document.addEventListener('keydown', onKey);
window.setInterval(() => {
  tellTimes();
  const clock = document.getElementById('clock');
  if (clock !== null) clock.textContent = exact(processorTime());
}, 5000);
