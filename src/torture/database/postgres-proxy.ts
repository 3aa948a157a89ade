import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../adapters/inbound/http/server/listen.js';
import {
  createMessageReader,
  deadlockMessages,
  type PostgresMessage,
  queryMessage,
} from './postgres-messages.js';
import { createTransaction, type PendingCommit } from './transaction.js';

/** A commit that waits: the database does not know of it yet. */
export type Commit = PendingCommit & {
  /** Lets the database commit. Resolves with whether it did; it answers the shop only by `answer`. */
  readonly forward: () => Promise<boolean>;
  /** Gives the shop the database's answer. */
  readonly answer: () => void;
  /** Rolls back, and tells the shop of a deadlock. */
  readonly refuse: () => Promise<void>;
  /** Breaks the connection off: without an answer, and if it was not forwarded, without the commit. */
  readonly breakOff: () => void;
};

/** A server on loopback that passes on what a shop and its PostgreSQL say to each other. */
type PostgresProxy = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

type PostgresProxyOptions = {
  readonly target: { readonly host: string; readonly port: number };
  readonly handle: (commit: Commit) => Promise<void>;
  readonly onProblem: (problem: unknown) => void;
};

const isFailure = ({ type }: PostgresMessage): boolean => type === 'E';
const isReady = ({ type }: PostgresMessage): boolean => type === 'Z';

// Requests for encryption, of TLS and of GSSAPI: there is none on this machine.
const encryptionCodes = new Set([80_877_103, 80_877_104]);
const cancelCode = 80_877_102;
const codeAt = 4;

const partsOf = async function* (socket: Socket): AsyncGenerator<Buffer> {
  for await (const part of socket) if (Buffer.isBuffer(part)) yield part;
};

/** The end of a connection is seen at both of its sides. */
const serveClient = (
  client: Socket,
  database: Socket,
  { handle, onProblem }: Omit<PostgresProxyOptions, 'target'>,
): void => {
  const transaction = createTransaction();
  const fromClient = createMessageReader();
  const fromDatabase = createMessageReader();
  // Its answers wait while a commit is handled.
  let held: Array<PostgresMessage> | null = null;
  // It is ready for the first time when the client has logged in.
  let openAnswers = 1;
  let group: Array<Buffer> = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const done of waiting) done();
    waiting.clear();
  };
  const isOver = (): boolean => client.destroyed || database.destroyed;
  const isReadyOrOver = (): boolean => openAnswers === 0 || isOver();

  const untilReady = async (): Promise<void> => {
    while (!isReadyOrOver()) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  };

  const ask = (...parts: ReadonlyArray<Buffer>): void => {
    openAnswers += 1;
    database.write(Buffer.concat(parts));
  };

  const commitOf = (pending: PendingCommit): Commit => {
    const sent = group;
    return {
      ...pending,
      forward: async () => {
        held = [];
        ask(...sent);
        await untilReady();
        return !isOver() && !held.some(isFailure);
      },
      answer: () => {
        const answers = held ?? [];
        held = null;
        client.write(Buffer.concat(answers.map(({ bytes }) => bytes)));
      },
      refuse: async () => {
        held = [];
        ask(queryMessage('ROLLBACK'));
        await untilReady();
        held = null;
        client.write(deadlockMessages);
      },
      breakOff: () => {
        client.resetAndDestroy();
        database.destroy();
      },
    };
  };

  const receive = async (message: PostgresMessage): Promise<void> => {
    const { type, bytes } = message;
    if (type === '' && encryptionCodes.has(bytes.readUInt32BE(codeAt))) {
      client.write('N');
      return;
    }
    if (type === '' || !'QPBDCEHSF'.includes(type)) {
      if (type === '' && bytes.readUInt32BE(codeAt) === cancelCode) openAnswers = 0;
      database.write(bytes);
      return;
    }
    // Statements that were sent without waiting for answers are taken one after the other, as the database takes them.
    if (group.length === 0) await untilReady();
    transaction.send(message);
    group.push(bytes);
    if (type === 'H') {
      database.write(Buffer.concat(group));
      group = [];
      return;
    }
    if (!'QSF'.includes(type)) return;
    const pending = transaction.pending();
    if (pending === null) ask(...group);
    else await handle(commitOf(pending));
    group = [];
  };

  const readClient = async (): Promise<void> => {
    for await (const part of partsOf(client)) {
      for (const message of fromClient.add(part)) await receive(message);
    }
  };

  const readDatabase = async (): Promise<void> => {
    for await (const part of partsOf(database)) {
      for (const message of fromDatabase.add(part)) {
        if (isReady(message)) {
          transaction.ready(String.fromCharCode(message.bytes.at(-1) ?? 0));
          openAnswers -= 1;
        }
        if (held === null) client.write(message.bytes);
        else held.push(message);
      }
      wake();
    }
  };

  const end = (): void => {
    client.destroy();
    database.destroy();
    wake();
  };
  for (const socket of [client, database]) socket.on('error', end).on('close', end);
  void readDatabase().catch(end).finally(end);
  void readClient()
    .catch((problem: unknown) => {
      if (!isOver()) onProblem(problem);
    })
    .finally(end);
};

/** Starts a proxy before a PostgreSQL. */
export const startPostgresProxy = async ({
  target,
  handle,
  onProblem,
}: PostgresProxyOptions): Promise<PostgresProxy> => {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(target);
    for (const socket of [client, database]) {
      open.add(socket.setNoDelay(true));
      socket.once('close', () => {
        open.delete(socket);
      });
    }
    serveClient(client, database, { handle, onProblem });
  });
  const url = await listen(server, '127.0.0.1', 0);
  return {
    port: Number(new URL(url).port),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
