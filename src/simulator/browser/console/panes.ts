import type { Press } from './actions.js';
import { copyable, details } from './details.js';
import { button, el, show } from './dom.js';
import { at, itemsAt, textAt } from './json.js';
import { type ListName, row } from './rows.js';
import { readState } from './server.js';
import { texts } from './texts.js';
import { view } from './view.js';

const listPlace = el('section', { class: 'list', id: 'list', tabindex: '-1' });
const detailPlace = el('section', { class: 'detail', tabindex: '-1' });
const main = el('main', {}, listPlace, detailPlace);

/** The list, and the object that is open. */
export const panes = { main, list: listPlace, detail: detailPlace } as const;

// To mark what has just come.
const known = new Set<string>();
let knownList: ListName | null = null;

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

/** Shows the list. */
export const renderList = (): void => {
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
