import { type HttpRequest, headerOf } from './message.js';

const type = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** The media type of the body in lower case, without parameters. The empty string: absent or invalid. */
export const mediaTypeOf = (request: HttpRequest): string => {
  const header = headerOf(request, 'content-type');
  const end = header.indexOf(';');
  const name = (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
  return type.test(name) ? name : '';
};

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const quoted = String.raw`"(?:[\x0b\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\x0b\x20-\xff])*"`;
const parameters = new RegExp(`^(?:; *${token} *= *(?:${quoted}|${token}) *)*$`);
const charset = new RegExp(`; *charset *= *(${quoted}|${token}) *`, 'gi');

/** Whether the body is declared as UTF-8, or without a valid charset. */
export const declaresUtf8 = (request: HttpRequest): boolean => {
  const header = headerOf(request, 'content-type');
  const end = header.indexOf(';');
  if (end < 0 || !parameters.test(header.slice(end))) return true;
  const [, last = ''] = [...header.slice(end).matchAll(charset)].at(-1) ?? [];
  const name = last.replaceAll(/^"|"$|\\(?=.)/g, '').toLowerCase();
  return ['', 'utf-8', 'utf8'].includes(name);
};
