import { button, el, show } from './dom.js';
import { at, itemsAt } from './json.js';
import { linkTo } from './list-names.js';
import { keepInAddress } from './server.js';
import { texts, wordFor } from './texts.js';
import { usualRows, view } from './view.js';

const text = el('input', {
  id: 'filter',
  type: 'search',
  autocomplete: 'off',
  spellcheck: 'false',
});
const label = el('label', { for: 'filter', class: 'hidden' });
const status = el('select', { id: 'filter-status' });
const clear = button('×', () => {
  view.filter = { text: '', status: '' };
  text.value = '';
  text.focus();
  changed();
});
const found = el('span', { class: 'found soft', role: 'status' });
const form = el('form', { class: 'filter', role: 'search' }, label, text, status, clear);

/** The filter above the list. It stays while the list changes, so that somebody can type. */
export const filterBar = form;

/** How many rows the filter has found. */
export const foundCount = found;

let onFilter = (): void => undefined;
let waiting: number | undefined;
const typingPauseMs = 150;

const changed = (): void => {
  view.take = usualRows;
  keepInAddress({ q: view.filter.text, status: view.filter.status });
  renderFilter();
  onFilter();
};

/** Whether the list is filtered. */
export const isFiltered = (): boolean => view.filter.text !== '' || view.filter.status !== '';

text.addEventListener('input', () => {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    view.filter = { ...view.filter, text: text.value.trim() };
    changed();
  }, typingPauseMs);
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  if (text.value === '') text.blur();
  else clear.click();
});
status.addEventListener('change', () => {
  view.filter = { ...view.filter, status: status.value };
  changed();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  // Somebody has pasted an id, which the list may not reach.
  const link = linkTo(text.value.trim());
  if (link !== null) location.hash = link;
});

/** Shows the filter. A field that has the focus keeps what somebody types into it. */
export const renderFilter = (): void => {
  label.textContent = texts().filter;
  text.placeholder = `${texts().filter}: ${texts().filterHint}`;
  if (document.activeElement !== text) text.value = view.filter.text;
  const known = itemsAt(view.state, 'list', 'statuses').map(String);
  const offered =
    view.filter.status === '' || known.includes(view.filter.status)
      ? known
      : [...known, view.filter.status];
  status.hidden = offered.length === 0;
  status.setAttribute('aria-label', texts().status);
  show(
    status,
    el('option', { value: '' }, texts().anyStatus),
    ...offered.map((one) => el('option', { value: one }, wordFor(texts().statuses, one))),
  );
  if (status.value !== view.filter.status) status.value = view.filter.status;
  clear.setAttribute('aria-label', texts().clear);
  clear.title = texts().clear;
  clear.classList.toggle('unused', !isFiltered());
  const count = itemsAt(view.state, 'list', 'data').length;
  const more = at(view.state, 'list', 'has_more') === true ? '+' : '';
  const said = isFiltered() && view.listed === view.filter ? texts().found(`${count}${more}`) : '';
  if (found.textContent !== said) found.textContent = said;
};

/** Puts the focus into the field of the filter. */
export const focusFilter = (): void => {
  text.focus();
  text.select();
};

/** Calls the listener when somebody has changed the filter. */
export const listenToFilter = (listener: () => void): void => {
  onFilter = listener;
};

/** Forgets the filter, such as when another list is opened. */
export const forgetFilter = (): void => {
  view.filter = { text: '', status: '' };
  text.value = '';
  keepInAddress({ q: '', status: '' });
};
