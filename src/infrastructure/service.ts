import { createServer, type Server } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { attachToServer, slowCallerLimits } from '../adapters/inbound/http/attach-to-server.js';
import { listen } from '../adapters/inbound/http/listen.js';
import { renderFailure } from '../adapters/inbound/http/render.js';
import { StoreProblem } from '../adapters/outbound/sql/store-problem.js';
import { defaultCallPolicy, longestCallMs } from '../adapters/outbound/stripe/retry-policy.js';
import type { Logger } from '../application/ports/logger.js';
import type { Config } from './config/config.js';
import type { ProcessorConfig } from './config/processor.js';
import { describeStore } from './config/store.js';
import { createContainer, tokens } from './container/container.js';
import { loadProcessor } from './load-processor.js';
import { settlesWithin } from './settles-within.js';
import { openStores, type Stores } from './stores.js';

/** The requests that have not ended yet. */
type InProgress = {
  readonly add: (work: Promise<unknown>) => void;
  /** Resolves when everything added so far has ended, or after `patienceMs` milliseconds. */
  readonly ended: (patienceMs: number) => Promise<void>;
};

const createInProgress = (): InProgress => {
  const works = new Set<Promise<unknown>>();
  return {
    add: (work) => {
      const ended = (): void => void works.delete(work);
      works.add(work);
      work.then(ended, ended);
    },
    ended: async (patienceMs) => {
      await settlesWithin(Promise.allSettled(works), patienceMs);
    },
  };
};

const forClients = 10_000;

/**
 * How long a stopping service waits for requests in progress, in milliseconds: long enough for a payment to get its response
 * from the processor or to look up its outcome, but not for as long as a client hangs.
 */
export const patienceMs = (processor: ProcessorConfig): number =>
  processor.kind === 'memory'
    ? forClients
    : forClients + longestCallMs({ ...defaultCallPolicy, ...processor });

/** A running service. */
export type Service = {
  /** Its URL, for example `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Accepts no more requests and events, waits for those in progress, and closes the stores. */
  readonly close: () => Promise<void>;
};

const close = (server: Server, patience: number): Promise<void> =>
  new Promise((resolve, reject) => {
    // Close each connection after its current response.
    server.keepAliveTimeout = 1;
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    server.close((error) => {
      clearTimeout(impatience);
      if (error === undefined) resolve();
      else reject(error);
    });
  });

// A listening server would keep the process alive after a failed start.
const closedUnlessWired = <A>(server: Server, wire: () => A): A => {
  try {
    return wire();
  } catch (error) {
    server.close();
    throw error;
  }
};

const serveOver = async (
  stores: Stores,
  config: Config,
  logger: Logger,
  wire: typeof createContainer,
): Promise<Service> => {
  const createProcessor = await loadProcessor(config.processor);
  // The application itself answers a request without a host, in the format of the interface.
  const server = createServer({ ...slowCallerLimits, requireHostHeader: false });
  const address = await listen(server, config.host, config.port);
  const { handle, payments, processor } = closedUnlessWired(server, () => {
    // The challenge pages need the address, which is known only now.
    const publicUrl = config.publicUrl ?? address;
    const container = wire({ config, logger, createProcessor, publicUrl, stores });
    return {
      handle: container.get(tokens.listener),
      payments: container.get(tokens.payments),
      processor: container.get(tokens.processor),
    };
  });
  const requests = createInProgress();
  attachToServer(
    server,
    (request, response) => requests.add(handle(request, response)),
    (status) => renderFailure(!config.production)({ _tag: 'BrokenRequest', status }),
  );
  payments.start();
  return {
    address,
    close: async () => {
      const patience = patienceMs(config.processor);
      const deadline = performance.now() + patience;
      await Promise.all([close(server, patience), payments.stop()]);
      // Requests of clients that disconnected still run, and store their outcome.
      await requests.ended(deadline - performance.now());
      await processor.close?.();
    },
  };
};

/**
 * Starts the service. Rejects if it cannot listen, and with a `StoreProblem` if its stores cannot be opened. Tests replace
 * parts of it with `wire`.
 */
export const startService = async (
  config: Config,
  logger: Logger,
  wire: typeof createContainer = createContainer,
): Promise<Service> => {
  const opened = await openStores(config.store, logger)();
  if (E.isLeft(opened)) throw new StoreProblem(describeStore(config.store), opened.left);
  const stores = opened.right;
  const closeStores = async (): Promise<void> => {
    const closed = await stores.close();
    if (E.isLeft(closed)) logger.warn('could not close the stores', { cause: closed.left.cause });
  };
  try {
    const { address, close: stop } = await serveOver(stores, config, logger, wire);
    return {
      address,
      close: async () => {
        await stop();
        await closeStores();
      },
    };
  } catch (error) {
    await closeStores();
    throw error;
  }
};
