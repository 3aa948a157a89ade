import { el } from './dom.js';
import { linkTo } from './list-names.js';

const token = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

const kindOf = (text: string, isName: boolean): string => {
  if (isName) return 'json-name';
  if (text.startsWith('"')) return 'json-text';
  return /^[tfn]/.test(text) ? 'json-word' : 'json-number';
};

const shown = (text: string, isName: boolean): Node => {
  const link = !isName && text.startsWith('"') ? linkTo(text.slice(1, -1)) : null;
  return link === null
    ? el('span', { class: kindOf(text, isName) }, text)
    : el('a', { class: 'json-text', href: link }, text);
};

/** A value of JSON in colours. Ids lead to their objects. */
export const jsonView = (value: unknown): HTMLElement => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const code = el('code', {});
  let end = 0;
  for (const match of typeof value === 'string' ? [] : text.matchAll(token)) {
    const [whole, colon = ''] = match;
    code.append(text.slice(end, match.index));
    code.append(shown(whole.slice(0, whole.length - colon.length), colon !== ''), colon);
    end = match.index + whole.length;
  }
  code.append(text.slice(end));
  return el('pre', { tabindex: '0', role: 'group', 'aria-label': 'JSON' }, code);
};
