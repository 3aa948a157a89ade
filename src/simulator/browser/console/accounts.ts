import { el } from './dom.js';
import { itemsAt, textAt } from './json.js';
import { account } from './server.js';
import { texts } from './texts.js';
import { view } from './view.js';

// More would fill the header.
const mostLinks = 4;

const addressOf = (name: string): string => {
  const url = new URL(location.href);
  url.search = new URLSearchParams({ account: name }).toString();
  url.hash = view.list;
  return url.href;
};

const accountLink = (name: string, current: string): HTMLElement =>
  el(
    'a',
    {
      href: addressOf(name),
      title: name,
      'data-key': `account ${name}`,
      'aria-current': name === current ? 'true' : null,
    },
    name,
  );

/** The account that the page shows. */
const shownAccount = (): string => textAt(view.state, 'account') || account();

/** The accounts that it does not show, the last used first. */
const otherAccounts = (): ReadonlyArray<string> =>
  itemsAt(view.state, 'accounts')
    .map(String)
    .filter((name) => name !== shownAccount());

const others = (names: ReadonlyArray<string>): HTMLElement => {
  const select = el(
    'select',
    { 'data-key': 'accounts', 'aria-label': texts().otherAccounts },
    el('option', { value: '' }, `${texts().otherAccounts} (${names.length})`),
    ...names.map((name) => el('option', { value: name }, name)),
  );
  select.addEventListener('change', () => {
    if (select.value !== '') location.href = addressOf(select.value);
  });
  return select;
};

/** The accounts of the server: the one that is shown, and links to the others. */
export const accountsBar = (): HTMLElement => {
  const current = shownAccount();
  const names = otherAccounts();
  return el(
    'nav',
    { class: 'accounts', 'aria-label': texts().accounts, hidden: names.length === 0 },
    el('span', { class: 'soft', 'aria-hidden': 'true' }, texts().account),
    accountLink(current, current),
    ...names.slice(0, mostLinks).map((name) => accountLink(name, current)),
    names.length > mostLinks ? others(names.slice(mostLinks)) : null,
  );
};

/** Links to the other accounts, for somebody who finds this one empty. */
export const accountHints = (): ReadonlyArray<HTMLElement> => {
  const names = otherAccounts();
  return names.length === 0
    ? []
    : [
        el(
          'p',
          { class: 'accounts' },
          el('span', {}, texts().usedAccounts),
          ...names.slice(0, mostLinks).map((name) => accountLink(name, '')),
        ),
      ];
};
