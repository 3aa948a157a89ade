import type { DestinationStream } from 'pino';
import { isObject } from '../domain/input/json.js';
import { visible } from '../domain/text/visible.js';
import { type Colour, clockTime, colourOfStatus, type Paint, painter } from './terminal/paint.js';

const textOf = (value: unknown): string =>
  visible(typeof value === 'string' ? value : JSON.stringify(value));

const stackOf = (cause: unknown, indent = '    '): string => {
  if (!isObject(cause)) return '';
  const { name, stack, cause: inner }: { readonly [name: string]: unknown } = { ...cause };
  const text = typeof stack === 'string' && stack !== '' ? stack : textOf(name);
  const lines = text.split('\n').map((line) => `\n${indent}${visible(line.trim())}`);
  return `${lines.join('')}${stackOf(inner, `${indent}  `)}`;
};

const colourOfLevel = (level: string): Colour => {
  if (level === 'error') return 'red';
  return level === 'warn' ? 'yellow' : 'cyan';
};

const request = (
  { method, route, status, duration_ms, client, error }: { readonly [name: string]: unknown },
  paint: Paint,
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
  const paint = painter(isColoured);
  const clock = clockTime(new Date(String(time)));
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
