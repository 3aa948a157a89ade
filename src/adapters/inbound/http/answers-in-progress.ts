import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Which connections have an answer to come. */
export type AnswersInProgress = {
  readonly add: (response: ServerResponse) => void;
  /** Whether a request of this connection came whole, and is not answered yet. */
  readonly on: (connection: Duplex) => boolean;
};

/** None yet. */
export const createAnswersInProgress = (): AnswersInProgress => {
  const responses = new Map<Duplex, Set<ServerResponse>>();
  return {
    add: (response) => {
      const connection = response.req.socket;
      const open = responses.get(connection) ?? new Set();
      responses.set(connection, open.add(response));
      response.once('close', () => {
        open.delete(response);
        if (open.size === 0) responses.delete(connection);
      });
    },
    on: (connection) =>
      [...(responses.get(connection) ?? [])].some(
        (response) => response.req.complete && !response.writableFinished,
      ),
  };
};
