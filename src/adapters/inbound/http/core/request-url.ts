import type { HttpRequest } from './message.js';

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path and the query of a URL, as they were written. */
export const splitUrl = (url: string): readonly [path: string, query: string] => {
  const relative = url.startsWith('/') ? url : url.replace(origin, '');
  const hash = relative.indexOf('#');
  const target = hash < 0 ? relative : relative.slice(0, hash);
  const mark = target.indexOf('?');
  return mark < 0 ? [target || '/', ''] : [target.slice(0, mark) || '/', target.slice(mark + 1)];
};

/** The parameters of a query; a repeated one becomes a list. */
export const queryParams = (text: string): HttpRequest['query'] => {
  if (text === '') return {};
  const query = new Map<string, string | Array<string>>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query.get(name);
    if (known === undefined) query.set(name, value);
    else if (typeof known === 'string') query.set(name, [known, value]);
    else known.push(value);
  }
  return Object.fromEntries(query);
};
