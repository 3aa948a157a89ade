import { visible } from '../../domain/text/visible.js';
import { type Delivery, isAccepted } from '../../simulator/client.js';
import type { ServedRequest } from '../../simulator/server.js';
import { clockTime, colourOfStatus, type Paint, painter } from './paint.js';
import type { Screen } from './screen.js';

type Line = {
  /** Unix seconds. */
  readonly created: number;
  readonly status: number | null;
  /** Its kind: a time, or a webhook. */
  readonly kind: string;
  readonly text: string;
  /** The rest, in grey; on a line of its own where there is no room. */
  readonly details: ReadonlyArray<string>;
};

// Below it, a line has no place for columns.
const narrow = 72;

const kindWidth = 10;

const show = (line: Line, { columns, isColoured }: Screen): string => {
  const { created, status, kind, text } = line;
  const paint: Paint = painter(isColoured);
  const isNarrow = columns < narrow;
  const clock = isNarrow ? '' : `${clockTime(new Date(created * 1000))} `;
  const outcome = status === null ? '---' : String(status);
  const middle = ` ${isNarrow ? kind : kind.padStart(kindWidth)} ${visible(text)}`;
  const details = line.details.map(visible).join(' ');
  const length = clock.length + outcome.length + middle.length + 1 + details.length;
  const separator =
    length > columns ? `\n${isNarrow ? '    ' : ' '.repeat(clock.length + 4)}` : ' ';
  const colour = status === null ? 'red' : colourOfStatus(status);
  return `${paint('grey', clock)}${paint(colour, outcome)}${middle}${
    details === '' ? '' : `${separator}${paint('grey', details)}`
  }\n`;
};

/** A request to the local server, for people: when, status, time, method and path, then the object or the error. */
export const requestLine = (request: ServedRequest, screen: Screen): string => {
  const { created, status, ms, method, path, object, error } = request;
  const verb = screen.columns < narrow ? method : method.padEnd(6);
  return show(
    {
      created,
      status,
      kind: `${ms.toFixed(1)} ms`,
      text: `${verb} ${path}`,
      details: [
        object ?? [],
        error ?? [],
        status === null ? 'connection cut, as planned' : [],
      ].flat(),
    },
    screen,
  );
};

const nextTry = ({ attempt, next_attempt, resent }: Delivery): ReadonlyArray<string> => {
  if (resent) return ['(resent)'];
  if (next_attempt !== null) {
    return [`(attempt ${attempt}, next at ${clockTime(new Date(next_attempt * 1000))})`];
  }
  return attempt > 1 ? [`(attempt ${attempt})`] : [];
};

/** An attempt to deliver a webhook, for people: when, status, event and receiver, then what follows. */
export const deliveryLine = (delivery: Delivery, screen: Screen): string => {
  const { created, status, error, type, event, url } = delivery;
  const ended = !isAccepted(delivery) && delivery.next_attempt === null && !delivery.resent;
  return show(
    {
      created,
      status,
      kind: 'webhook',
      text: `${type} → ${url}`,
      details: [
        event,
        ...(error === null ? [] : [error]),
        ...nextTry(delivery),
        ...(ended ? ['no further attempt'] : []),
      ],
    },
    screen,
  );
};
