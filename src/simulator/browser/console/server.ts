import { textAt } from './json.js';
import { language } from './texts.js';

const inAddress = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** The account in the address of the page; the empty string: the one that was used last. */
export const account = (): string => inAddress('account');

/** Changes the address of the page, so that it shows the same when it is loaded again. */
export const keepInAddress = (parameters: { readonly [name: string]: string }): void => {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== location.href) history.replaceState(null, '', url);
};

/** The filter in the address of the page. */
export const filterInAddress = () => ({ text: inAddress('q'), status: inAddress('status') });

const address = (path: string, query: { readonly [name: string]: string }): string => {
  const parameters = new URLSearchParams(query);
  if (account() !== '') parameters.set('account', account());
  const text = parameters.toString();
  return `/_processor/console/${path}${text === '' ? '' : `?${text}`}`;
};

/** Why a request failed. `status`: 0 if there was no response. */
export type FailedRequest = {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  readonly message: string;
};

/** The answer of the server: its JSON, or why there is none. */
type Outcome = { readonly ok: true; readonly body: unknown } | FailedRequest;

const send = async (url: string, init?: RequestInit): Promise<Outcome> => {
  try {
    const headers = { 'accept-language': language(), 'content-type': 'application/json' };
    const response = await fetch(url, { cache: 'no-store', headers, ...init });
    const body: unknown = await response.json();
    return response.ok
      ? { ok: true, body }
      : {
          ok: false,
          status: response.status,
          code: textAt(body, 'code'),
          message: textAt(body, 'message'),
        };
  } catch {
    return { ok: false, status: 0, code: '', message: '' };
  }
};

/** The rows that a page asks for. */
type Asked = {
  readonly list: string;
  readonly take: number;
  readonly filter: { readonly text: string; readonly status: string };
};

/** Reads the state with a list. */
export const readState = ({ list, take, filter: { text, status } }: Asked): Promise<Outcome> =>
  send(address('state', { list, take: String(take), q: text, status }));

/** Reads an object with all that belongs to it. */
export const readObject = (id: string): Promise<Outcome> => send(address('object', { id }));

/** Presses a button of the console. */
export const act = (action: string, body: object): Promise<Outcome> =>
  send(address(`act/${action}`, {}), {
    method: 'POST',
    body: JSON.stringify(body),
  });

/** The address of the account as a fixture. */
export const fixtureAddress = (): string => address('fixture', {});

type Listener = { readonly onChange: () => void; readonly onLive: (live: boolean) => void };

const pauseMs = 5000;

/** Listens for changes while the page is visible: a browser opens only a few connections to a server. */
export const listenForChanges = ({ onChange, onLive }: Listener): void => {
  let source: EventSource | undefined;
  let retry: number | undefined;
  const close = (): void => {
    source?.close();
    source = undefined;
    window.clearTimeout(retry);
  };
  const open = (): void => {
    close();
    const opened = new EventSource(address('feed', {}));
    source = opened;
    opened.addEventListener('open', () => onLive(true));
    opened.addEventListener('changed', onChange);
    opened.addEventListener('error', () => {
      onLive(false);
      // It tries again by itself, unless the server has refused it.
      if (opened.readyState === EventSource.CLOSED) retry = window.setTimeout(open, pauseMs);
    });
  };
  const follow = (): void => {
    if (document.visibilityState === 'visible') open();
    else close();
  };
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('pagehide', close);
  follow();
};
