import { accountsBar } from './accounts.js';
import { button, el, show } from './dom.js';
import { at, numberAt } from './json.js';
import { type ListName, lists } from './list-names.js';
import { mayList } from './scopes.js';
import { language, texts } from './texts.js';
import { view } from './view.js';

const header = el('header', {});
const nav = el('nav', { class: 'lists' });
const navPlace = el('div', { class: 'lists-place' }, nav);

/** The frame around the lists: the header, and the names of the lists. */
export const bars = { header, navPlace } as const;

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
    accountsBar(),
    el(
      'span',
      { class: `live ${view.live ? 'on' : 'off'}`, role: 'status' },
      view.live ? texts().live : texts().lost,
    ),
    change,
  );
};

// Only a service has doubts, and findings if it reconciles.
const isOffered = (name: ListName): boolean =>
  !['doubts', 'findings'].includes(name) || at(view.state, 'counts', name) !== undefined;

// On narrow screens the names scroll, and a shade says that there are more.
const hint = (): void => {
  const { scrollLeft, scrollWidth, clientWidth } = nav;
  navPlace.classList.toggle('before', scrollLeft > 1);
  navPlace.classList.toggle('after', scrollLeft + clientWidth < scrollWidth - 1);
};
nav.addEventListener('scroll', hint, { passive: true });
window.addEventListener('resize', hint);

let shown: ListName | null = null;

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
  hint();
  if (shown === view.list) return;
  shown = view.list;
  nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
};
