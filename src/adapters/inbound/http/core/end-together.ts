import type { ServerResponse } from 'node:http';
import type { HttpResponse } from './message.js';

type Ending = {
  readonly response: ServerResponse;
  readonly body: HttpResponse['body'];
  readonly encoding: BufferEncoding;
};

// Short enough that the first of them hardly waits.
const most = 32;

let waiting: Array<Ending> = [];

const endAll = (): void => {
  const ready = waiting;
  waiting = [];
  for (const { response, body, encoding } of ready) response.end(body, encoding);
};

/**
 * Ends a response together with others that become ready in the same turn of the event loop. Clients on the same machine are then
 * woken once for all of them: to wake one takes longer than to write a response to one that runs.
 */
export const endTogether = (
  response: ServerResponse,
  body: HttpResponse['body'],
  encoding: BufferEncoding,
): void => {
  if (waiting.length === 0) setImmediate(endAll);
  waiting.push({ response, body, encoding });
  if (waiting.length === most) endAll();
};
