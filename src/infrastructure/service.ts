import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { spokenTo } from '../adapters/inbound/http/core/language.js';
import { headersOfHost } from '../adapters/inbound/http/headers-of-host.js';
import { renderFailure } from '../adapters/inbound/http/render.js';
import {
  attachToServer,
  slowCallerLimits,
} from '../adapters/inbound/http/server/attach-to-server.js';
import { listen, localUrl } from '../adapters/inbound/http/server/listen.js';
import { followConnections } from '../adapters/inbound/http/server/open-connections.js';
import { StoreProblem } from '../adapters/outbound/sql/store-problem.js';
import { defaultCallPolicy, longestCallMs } from '../adapters/outbound/stripe/retry-policy.js';
import type { AuditLog } from '../application/ports/audit-log.js';
import type { Logger } from '../application/ports/logger.js';
import { openAuditLog } from './audit/open-audit-log.js';
import { boundConnections, closeStalled } from './bound-connections.js';
import { checkGoneClients } from './clients/gone-clients.js';
import { type OpenClients, openClients } from './clients/open-clients.js';
import type { Config } from './config/config.js';
import type { ProcessorConfig } from './config/processor.js';
import { describeStore } from './config/store.js';
import { createContainer, tokens } from './container/container.js';
import { loadProcessor } from './load-processor.js';
import { checkOrdersFile } from './reconciliation/check-orders-file.js';
import { openServiceMetrics, type ServiceMetrics } from './service-metrics.js';
import { ownStores, type ServiceOwner } from './service-owner.js';
import { SetUpProblem } from './set-up-problem.js';
import { settlesWithin } from './settles-within.js';
import { openSpans, type Spans } from './spans.js';
import { openStores, type Stores } from './stores.js';

// In milliseconds. Proxies keep idle connections for up to 60 seconds. If the service closed one first, a request on its way
// would be lost.
const keepAliveTimeout = 65_000;

// Handlers whose signal has aborted get a second, and their outcomes a second to be stored.
const handlersGraceMs = 2000;

// For what is left when the time is over.
const lastMs = 2000;

const forClients = 10_000;

// Most services do not reconcile, and start without its code.
const loadWatch = async ({ reconcile }: Config) => {
  if (reconcile.minutes === 0) return undefined;
  const { openWatch } = await import('./reconciliation/open-watch.js');
  return openWatch;
};

/**
 * How long a stopping service waits for requests in progress, in milliseconds: long enough for a payment to get its response
 * from the processor or to look up its outcome, but not for as long as a client hangs.
 */
export const patienceMs = (processor: ProcessorConfig): number =>
  processor.kind === 'memory'
    ? forClients
    : forClients +
      longestCallMs({ ...defaultCallPolicy, ...(processor.kind === 'stripe' ? processor : {}) });

const processorHost = (processor: ProcessorConfig): string | undefined =>
  processor.kind === 'stripe'
    ? new URL(processor.baseUrl ?? 'https://api.stripe.com').hostname
    : undefined;

/** A running service. */
export type Service = {
  /** Its URL, for example `http://127.0.0.1:3000`. */
  readonly address: string;
  /** The number of requests in progress. */
  readonly requests: () => number;
  /** Settles when the service must not go on: it does not accept requests any more, and has to be closed. */
  readonly broken: Promise<Error>;
  /** Reads the clients again, and opens the audit log anew, where they are in files. */
  readonly reload: () => Promise<void>;
  /**
   * Accepts no more requests and events, waits for those in progress, and closes the stores. `false`: their time was over, and
   * they were cut.
   */
  readonly close: () => Promise<boolean>;
  /** The longest time that this takes, in milliseconds. */
  readonly closesWithinMs: number;
};

/** Compares the clients of the store with those that may call: at the start a problem is thrown, later it is logged. */
const checkClients = async (
  { clients, onReload }: OpenClients,
  { idempotencyStore }: Stores,
  config: Config,
  logger: Logger,
): Promise<void> => {
  const check = () => checkGoneClients(idempotencyStore, clients, config)();
  const found = await check();
  if (E.isLeft(found)) throw new StoreProblem(describeStore(config.store), found.left);
  const { warning, problem } = found.right;
  if (problem !== undefined) throw new SetUpProblem(problem);
  if (warning !== undefined) logger.warn(warning);
  onReload(async () => {
    const now = await check();
    if (E.isLeft(now)) logger.warn('could not look for clients that are gone', now.left);
    else if (now.right.problem !== undefined) logger.error(now.right.problem);
    else if (now.right.warning !== undefined) logger.warn(now.right.warning);
  });
};

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
  {
    clients,
    reload,
    close: closeClients,
    audit,
  }: OpenClients & { readonly audit: AuditLog | undefined },
  config: Config,
  logger: Logger,
  wire: typeof createContainer,
  spans: Spans | undefined,
  foundOther: Promise<Error>,
): Promise<Service> => {
  const createProcessor = await loadProcessor(config.processor);
  const openWatch = await loadWatch(config);
  // The application itself answers a request without a host, in the format of the interface.
  const server = createServer({ ...slowCallerLimits, requireHostHeader: false, keepAliveTimeout });
  const address = await listen(server, config.host, config.port);
  const requestTimeoutMs =
    config.requestTimeoutMs ?? patienceMs(config.processor) + config.idempotency.waitMs;
  // The challenge pages need the address, which is known only now.
  const publicUrl = config.publicUrl ?? localUrl(address);
  const { handle, payments, processor, readiness, telemetry } = closedUnlessWired(server, () => {
    const container = wire({
      config,
      logger,
      createProcessor,
      publicUrl,
      stores,
      clients,
      audit,
      requestTimeoutMs,
      spans,
    });
    return {
      handle: container.get(tokens.listener),
      payments: container.get(tokens.payments),
      processor: container.get(tokens.processor),
      readiness: container.get(tokens.readiness),
      telemetry: container.get(tokens.telemetry),
    };
  });
  boundConnections(server, config.maxConnections, logger);
  closeStalled(server, slowCallerLimits.requestTimeout + requestTimeoutMs);
  const connections = followConnections(server);
  // There is no request whose language would count.
  const spoken = spokenTo({ headers: {} }, config.locale);
  attachToServer(
    server,
    (request, response) => {
      if (connections.accepts(response)) connections.add(response, handle(request, response));
    },
    (status) => {
      const answer = renderFailure(!config.production, spoken)({ _tag: 'BrokenRequest', status });
      return { ...answer, headers: { ...answer.headers, ...headersOfHost(publicUrl) } };
    },
    logger,
  );
  payments.start();
  const watch = openWatch?.(config, { createProcessor, processor, stores, logger, telemetry });
  const broken = foundOther.then((problem) => {
    readiness.stop();
    return problem;
  });
  const { delayMs, timeoutMs = patienceMs(config.processor) } = config.shutdown;
  return {
    address,
    requests: connections.requests,
    broken,
    reload,
    closesWithinMs: delayMs + timeoutMs + 3 * lastMs,
    close: async () => {
      closeClients();
      readiness.stop();
      connections.closeWithAnswers();
      // Without a delay the listener closes before anything else happens.
      if (delayMs > 0) {
        await sleep(delayMs);
        await connections.acceptWaiting();
      }
      const handlersPatience = Math.max(timeoutMs - handlersGraceMs, 0);
      const ended = Promise.all([
        connections.drain(),
        payments.stop(handlersPatience),
        watch?.stop(),
      ]);
      const inTime = await settlesWithin(ended, timeoutMs);
      if (!inTime) {
        logger.warn('the time to stop is over; requests in progress are cut', {
          requests: connections.requests(),
        });
        connections.cut();
      }
      // Calls of the processor that are in progress fail now, and their requests leave their keys in doubt.
      await settlesWithin(Promise.all([processor.close?.(), ended]), lastMs);
      return inTime;
    },
  };
};

/**
 * Starts the service. Rejects if it cannot listen, with a `StoreProblem` if its stores cannot be opened, and with a
 * `SetUpProblem` if a file that it needs cannot be used. Tests replace parts of it with `wire`.
 */
export const startService = async (
  config: Config,
  logger: Logger,
  wire: typeof createContainer = createContainer,
  own: typeof ownStores = ownStores,
): Promise<Service> => {
  await checkOrdersFile(config);
  const audit = await openAuditLog(config.auditTarget, logger);
  const clients = await openClients(config, { logger, audit: audit.record });
  const opened = await openStores(config.store, logger)();
  if (E.isLeft(opened)) {
    clients.close();
    throw new StoreProblem(describeStore(config.store), opened.left);
  }
  const closeStores = async (): Promise<void> => {
    const closed = await opened.right.close();
    if (E.isLeft(closed)) logger.warn('could not close the stores', { cause: closed.left.cause });
  };
  let metrics: ServiceMetrics | undefined;
  let owner: ServiceOwner | undefined;
  try {
    owner = await own(config, logger, opened.right);
    const { stores, foundOther } = owner;
    await checkClients(clients, stores, config, logger);
    const measured = await openServiceMetrics(config, logger, wire);
    metrics = measured;
    const spans = openSpans(processorHost(config.processor));
    const access = { ...clients, audit: audit.record };
    const service = await serveOver(
      stores,
      access,
      config,
      logger,
      measured.wire,
      spans,
      foundOther,
    );
    return {
      ...service,
      reload: async () => {
        audit.reopen();
        await service.reload();
      },
      close: async () => {
        const stopped = await service.close();
        const closed = await settlesWithin(
          Promise.all([measured.close(), owner?.close(), closeStores()]),
          lastMs,
        );
        if (!closed) logger.warn('the stores did not close in time');
        await audit.close(lastMs);
        if (spans !== undefined) await settlesWithin(spans.flush(), lastMs);
        return stopped;
      },
    };
  } catch (error) {
    clients.close();
    await metrics?.close();
    await owner?.close();
    await closeStores();
    await audit.close(lastMs);
    throw error;
  }
};
