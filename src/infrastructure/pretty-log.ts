import type { DestinationStream } from 'pino';
import { isObject } from '../domain/json.js';

type Paint = (text: string) => string;

const painting =
  (code: number): Paint =>
  (text) =>
    `\u001B[${code}m${text}\u001B[0m`;

const colours = { grey: 90, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

type Colour = keyof typeof colours;

// Causes may repeat what others sent: a terminal must not obey it.
const visible = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

const textOf = (value: unknown): string =>
  visible(typeof value === 'string' ? value : JSON.stringify(value));

const stackOf = (cause: unknown, indent = '    '): string => {
  if (!isObject(cause)) return '';
  const { name, stack, cause: inner }: { readonly [name: string]: unknown } = { ...cause };
  const text = typeof stack === 'string' && stack !== '' ? stack : textOf(name);
  const lines = text.split('\n').map((line) => `\n${indent}${visible(line.trim())}`);
  return `${lines.join('')}${stackOf(inner, `${indent}  `)}`;
};

const colourOfStatus = (status: number): Colour => {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
};

const colourOfLevel = (level: string): Colour => {
  if (level === 'error') return 'red';
  return level === 'warn' ? 'yellow' : 'cyan';
};

const request = (
  { method, route, status, duration_ms, client, error }: { readonly [name: string]: unknown },
  paint: (colour: Colour, text: string) => string,
): string =>
  [
    paint(colourOfStatus(Number(status)), textOf(status)),
    `${Number(duration_ms).toFixed(1).padStart(7)} ms`,
    textOf(method).padEnd(6),
    route === undefined ? paint('grey', 'no route') : textOf(route),
    ...(client === undefined ? [] : [paint('cyan', textOf(client))]),
    ...(error === undefined ? [] : [textOf(error)]),
  ].join(' ');

/** A line of the log for people: the time of day, then what happened. A request has its status, time and route. */
export const prettyLine = (line: string, isColoured: boolean): string => {
  const parsed: unknown = JSON.parse(line);
  const { level, time, msg, cause, ...fields }: { readonly [name: string]: unknown } = {
    ...(isObject(parsed) ? parsed : {}),
  };
  const paint = (colour: Colour, text: string): string =>
    isColoured ? painting(colours[colour])(text) : text;
  const moment = new Date(String(time));
  const clock = [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const told =
    msg === 'request'
      ? [request(fields, paint)]
      : [
          paint(colourOfLevel(String(level)), String(level).toUpperCase().padEnd(5)),
          textOf(msg),
          ...Object.entries(fields).map(([name, value]) =>
            paint('grey', `${name}=${textOf(value)}`),
          ),
        ];
  const stack = stackOf(cause);
  return `${paint('grey', clock)} ${told.join(' ')}${stack === '' ? '' : paint('grey', stack)}\n`;
};

/** Writes the lines of the log for people, to where they would be written as JSON. */
export const prettyLog = (to: DestinationStream, isColoured: boolean): DestinationStream => ({
  write: (line) => {
    to.write(prettyLine(line, isColoured));
  },
});
