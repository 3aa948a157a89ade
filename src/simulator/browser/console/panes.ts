import { accountHints } from './accounts.js';
import type { Press } from './actions.js';
import { copyable, details } from './details.js';
import { button, el, show } from './dom.js';
import { filterBar, foundCount, isFiltered, renderFilter } from './filter.js';
import { at, itemsAt, numberAt, textAt } from './json.js';
import { linkTo } from './list-names.js';
import { columnHeads, row } from './rows.js';
import { language, texts } from './texts.js';
import { mostRows, view } from './view.js';

const title = el('h2', { id: 'list-title' });
const heads = el('thead', { role: 'rowgroup' });
const body = el('tbody', { role: 'rowgroup', tabindex: '-1' });
const table = el('table', { role: 'table', 'aria-labelledby': 'list-title' }, heads, body);
const under = el('div', { class: 'under' });
const listPlace = el(
  'section',
  { class: 'list', id: 'list', tabindex: '-1' },
  el('div', { class: 'title' }, title, foundCount),
  filterBar,
  table,
  under,
);
const detailPlace = el('section', { class: 'detail', tabindex: '-1' });
const main = el('main', {}, listPlace, detailPlace);

/** The list, and the object that is open. */
export const panes = { main, list: listPlace, detail: detailPlace } as const;

// To mark what has just come.
const known = new Set<string>();
let knownList = '';

const emptyText = (): string => {
  const help: { readonly [list: string]: string } = texts().emptyLists;
  return help[view.list] ?? '';
};

const renderEmpty = (): ReadonlyArray<HTMLElement> => {
  const example = textAt(view.state, 'example').replace('{{origin}}', location.origin);
  const help = example.includes('/v1/') ? texts().emptyHelp : texts().emptyService;
  return [
    el('p', { class: 'empty' }, texts().empty),
    el('p', { class: 'soft' }, emptyText()),
    ...accountHints(),
    el('p', {}, help),
    copyable(example),
    el('p', { class: 'soft' }, texts().intro),
  ];
};

const renderNothingFound = (): ReadonlyArray<HTMLElement> => {
  const stopped = numberAt(view.state, 'list', 'stopped_after');
  const link = linkTo(view.filter.text);
  return [
    el('p', { class: 'empty' }, texts().nothingFound),
    ...(stopped > 0 ? [el('p', { class: 'soft' }, texts().stopped(stopped))] : []),
    ...(link === null
      ? []
      : [
          el(
            'p',
            {},
            el('a', { href: link, 'data-key': 'open-id' }, texts().openId(view.filter.text)),
          ),
        ]),
  ];
};

const renderGone = (): ReadonlyArray<HTMLElement> => [
  el('p', { class: 'empty' }, texts().gone),
  el('p', {}, el('a', { href: '/', 'data-key': 'last-used' }, texts().lastUsed)),
];

const underList = (count: number, onMore: () => void): ReadonlyArray<HTMLElement> => {
  if (view.isGone) return renderGone();
  if (view.state === undefined || at(view.state, 'list') === undefined) return [];
  if (count === 0) return isFiltered() ? renderNothingFound() : renderEmpty();
  if (at(view.state, 'list', 'has_more') !== true) return [];
  const stopped = numberAt(view.state, 'list', 'stopped_after');
  if (stopped > 0) return [el('p', { class: 'soft' }, texts().stopped(stopped))];
  return view.take >= mostRows
    ? [el('p', { class: 'soft' }, texts().mostShown(count))]
    : [button(texts().more, onMore, { 'data-key': 'more' })];
};

const markFresh = (one: HTMLElement): void => {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const fresh = getComputedStyle(one).getPropertyValue('--fresh');
  one.animate([{ background: fresh }, {}], { duration: 2500, easing: 'ease-out' });
};

// A row that comes while somebody aims at another would move it away under the pointer.
const aimMs = 700;
let aimedAt = -aimMs;
body.addEventListener('pointermove', () => {
  aimedAt = performance.now();
});
let held: number | undefined;

const mustHold = (rows: ReadonlyArray<unknown>): boolean =>
  performance.now() - aimedAt < aimMs &&
  knownList === listKey() &&
  rows.some((object) => !known.has(textAt(object, 'id')));

const listKey = (): string => JSON.stringify([view.list, view.filter, view.take, language()]);

type Listing = { readonly press: Press; readonly onChange: () => void };

/** Shows the list. `onChange`: somebody wants more of it. */
export const renderList = (listing: Listing): void => {
  const { press, onChange } = listing;
  window.clearTimeout(held);
  title.textContent = texts()[view.list];
  renderFilter();
  const rows = view.isGone ? [] : itemsAt(view.state, 'list', 'data');
  if (mustHold(rows)) {
    held = window.setTimeout(() => renderList(listing), aimMs);
    return;
  }
  const isNew = knownList !== listKey();
  if (isNew) known.clear();
  knownList = listKey();
  const fresh = rows.map((object) => textAt(object, 'id')).filter((id) => !known.has(id));
  table.className = `rows ${view.list}`;
  table.hidden = rows.length === 0;
  show(heads, columnHeads(view.list));
  show(
    body,
    ...rows.map((object) =>
      row(view.list, object, { selected: textAt(object, 'id') === view.object, press }),
    ),
  );
  for (const id of fresh) known.add(id);
  if (!isNew && fresh.length < rows.length) {
    for (const one of body.querySelectorAll<HTMLElement>('.row')) {
      if (fresh.includes(one.dataset['row'] ?? '')) markFresh(one);
    }
  }
  show(
    under,
    ...underList(rows.length, () => {
      view.take = Math.min(2 * view.take, mostRows);
      onChange();
    }),
  );
};

const detailParts = (press: Press): ReadonlyArray<HTMLElement> => {
  if (view.found === undefined) return [];
  return view.found === null
    ? [el('p', { class: 'soft' }, texts().notFound)]
    : details(view.found, press);
};

/** Shows the object that is open. */
export const renderDetail = (press: Press): void => {
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
    ...detailParts(press),
  );
};
