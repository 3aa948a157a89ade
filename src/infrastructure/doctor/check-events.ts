import type { Config } from '../config/config.js';
import { type Finding, findingsOf, isHttpsToHttp, reasonOf } from './finding.js';

const { ok, warning, error } = findingsOf('events');

// In milliseconds.
const patience = 10_000;

const checkForward = async (url: string): Promise<Finding> => {
  // The rest of the address may hold a secret.
  const { origin } = new URL(url);
  try {
    await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    return ok(`${origin}, to which they are forwarded, answers`);
  } catch (cause) {
    return error(
      `no response from ${origin}, to which they are forwarded: ${reasonOf(cause)}`,
      isHttpsToHttp(cause)
        ? 'the program speaks HTTP: write http:// in EVENT_FORWARD_URL'
        : 'start the program there, or correct EVENT_FORWARD_URL; events that were given up are sent again with pasarela events replay',
    );
  }
};

/**
 * Whether received events reach the program of the shop. Sends no event: any answer of the address will do. Says nothing where
 * nobody pays with real cards and nobody waits for events.
 */
export const checkEvents = async ({
  processor,
  eventForward,
  eventsHandledElsewhere,
}: Pick<Config, 'eventForward' | 'eventsHandledElsewhere'> & {
  readonly processor: Pick<Config['processor'], 'kind'>;
}): Promise<ReadonlyArray<Finding>> => {
  if (eventForward !== undefined) return [await checkForward(eventForward.url)];
  if (eventsHandledElsewhere) return [ok('another process on the same store handles them')];
  if (processor.kind === 'memory') return [];
  return [
    warning(
      'no program is told of events: they are stored as ignored',
      'set EVENT_FORWARD_URL, or handle them in your program and set EVENTS_HANDLED_ELSEWHERE=true',
    ),
  ];
};
