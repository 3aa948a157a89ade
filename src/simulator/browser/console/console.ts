import type { Press } from './actions.js';
import { bars, renderHeader, renderNav } from './bars.js';
import { el } from './dom.js';
import { focusFilter, forgetFilter, listenToFilter } from './filter.js';
import { exact, processorTime, tellTimes, useProcessorTime } from './format.js';
import { itemsAt, numberAt, textAt } from './json.js';
import { lists } from './list-names.js';
import { panes, renderDetail, renderList } from './panes.js';
import {
  account,
  act,
  type FailedRequest,
  filterInAddress,
  keepInAddress,
  listenForChanges,
  readObject,
  readState,
} from './server.js';
import { language, switchLanguage, texts } from './texts.js';
import { renderTools, toolsPlace } from './tools.js';
import { usualRows, view } from './view.js';

const toast = el('div', { class: 'toast', role: 'status' });

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
  view.object = id === undefined || id === '' ? null : id;
};

// The interface may have one language, and this page has the reader's.
const reasonOf = ({ status, code, message }: FailedRequest): string => {
  if (status === 0) return texts().noResponse;
  return code === 'insufficient_scope' ? texts().notAllowed : message;
};

const press: Press = (action, body, done) => {
  void act(action, body).then(async (outcome) => {
    if (outcome.ok) say(done ?? texts().done, 'good');
    else say(`${texts().failed}: ${reasonOf(outcome)}`, 'bad');
    await refresh();
  });
};

const changeLanguage = (): void => {
  switchLanguage();
  void refresh();
  render();
};

const render = (): void => {
  document.documentElement.lang = language();
  document.title = texts().title;
  tellTimes();
  renderHeader(changeLanguage);
  renderTools(press);
  renderNav();
  renderList({ press, onChange: () => void refresh() });
  renderDetail(press);
};

/**
 * Without an account in its address the page shows the one that was used last. Once that has something, the page stays with it,
 * whatever the shop uses next, and when it is loaded again.
 */
const stayWithAccount = (): void => {
  if (account() !== '' || itemsAt(view.state, 'accounts').length < 2) return;
  if (lists.some((name) => numberAt(view.state, 'counts', name) > 0)) {
    keepInAddress({ account: textAt(view.state, 'account') });
  }
};

let reading = false;
let readAgain = false;

const readAll = async (): Promise<void> => {
  const { list, object, filter, take } = view;
  const [state, found] = await Promise.all([
    readState({ list, take, filter }),
    object === null ? undefined : readObject(object),
  ]);
  if (list !== view.list || object !== view.object || filter !== view.filter) return;
  if (!state.ok) {
    view.live = state.status !== 0;
    view.isGone = state.status === 404;
    renderHeader(changeLanguage);
    if (view.isGone) renderList({ press, onChange: () => void refresh() });
    if (state.status === 403) say(reasonOf(state), 'bad');
    return;
  }
  view.live = true;
  view.isGone = false;
  view.listed = filter;
  view.state = state.body;
  view.found = found?.ok === true ? found.body : null;
  stayWithAccount();
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
    view.take = usualRows;
    forgetFilter();
    view.state = { ...Object(view.state), list: undefined };
  }
  if (before !== view.object) view.found = undefined;
  await refresh();
  if (view.object !== null && before !== view.object) panes.detail.focus({ preventScroll: true });
};

const rowLinks = (): ReadonlyArray<HTMLElement> => [
  ...panes.list.querySelectorAll<HTMLElement>('a.row-link'),
];

const onKey = (event: KeyboardEvent): void => {
  const { target, key } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === '/') {
    event.preventDefault();
    focusFilter();
    return;
  }
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

document.body.replaceChildren(
  bars.header,
  toolsPlace,
  el('div', { class: 'frame' }, bars.navPlace, panes.main),
  toast,
);
readRoute();
view.filter = filterInAddress();
listenToFilter(() => void refresh());
render();
void refresh();
listenForChanges({
  onChange: () => void refresh(),
  onLive: (live) => {
    view.live = live;
    renderHeader(changeLanguage);
  },
});
window.addEventListener('hashchange', () => void go());
document.addEventListener('keydown', onKey);
window.setInterval(() => {
  tellTimes();
  const clock = document.getElementById('clock');
  if (clock !== null) clock.textContent = exact(processorTime());
}, 5000);
