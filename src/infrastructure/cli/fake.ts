import * as E from 'fp-ts/lib/Either.js';
import { packageVersion } from '../../adapters/outbound/package-version.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import type { FakeServerOptions } from '../../fake-server/fake-server-options.js';
import { startFakeServer } from '../../fake-server/start-fake-server.js';
import { describeDelivery } from '../../fake-server/webhooks/delivery.js';
import {
  collectProblems,
  type Decoder,
  decodeWholeNumber,
  wrongValue,
} from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';
import { decodeExactUrl } from '../config/urls.js';
import { createLogger } from '../logger.js';
import { decodedOrThrow, listenProblem } from './failures.js';
import { stopSignal } from './stop-signal.js';
import { decodeMoment } from './time-options.js';

// What each charge costs: a percentage, and after a comma minor units.
const decodeFees: Decoder<FakeServerOptions['fees']> = (options, name) => {
  const value = readVariable(options, name);
  if (value === undefined) return E.right(undefined);
  const [, percent, fixed = '0'] =
    /^((?:100|\d{1,2})(?:\.\d{1,4})?)(?:,(\d{1,9}))?$/.exec(value) ?? [];
  return percent === undefined || Number(percent) > 100
    ? wrongValue(
        name,
        'a percentage, with or without minor units after a comma, such as 1.5,25',
        value,
      )
    : E.right({ percent: Number(percent), fixed: Number(fixed) });
};

/** A clock that starts at `start` and runs at normal speed. */
const clockFrom = (start: number): (() => number) => {
  const begun = systemClock();
  return () => start + systemClock() - begun;
};

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `pasarela fake`: runs a local server that speaks Stripe's protocol, until SIGTERM or SIGINT. */
export const fakeCommand = async (
  options: Environment,
  { cardTokens }: Required<Pick<FakeServerOptions, 'cardTokens'>>,
): Promise<void> => {
  const { port, webhook, start, maxAccounts, searchDelay, fees } = decodedOrThrow(
    collectProblems({
      port: decodeWholeNumber(options, '--port', { from: 0, to: 65_535, fallback: 12_111 }),
      webhook: decodeExactUrl(options, '--webhook'),
      start: decodeMoment(options, '--clock'),
      maxAccounts: decodeWholeNumber(options, '--max-accounts', {
        from: 1,
        to: 1_000_000,
        fallback: 1000,
      }),
      searchDelay: decodeWholeNumber(options, '--search-delay', {
        from: 0,
        to: 86_400,
        fallback: 0,
      }),
      fees: decodeFees(options, '--fees'),
    }),
  );
  const host = readVariable(options, '--host') ?? '127.0.0.1';
  const secret = readVariable(options, '--secret');
  const seed = readVariable(options, '--seed');

  const server = await startFakeServer({
    host,
    port,
    maxAccounts,
    cardTokens,
    searchDelay,
    logger: createLogger('info'),
    onDelivery: (delivery) => printLine(describeDelivery(delivery)),
    webhook: {
      ...(webhook === undefined ? {} : { url: webhook }),
      ...(secret === undefined ? {} : { secret }),
    },
    ...(seed === undefined ? {} : { seed }),
    ...(start === undefined ? {} : { clock: clockFrom(start) }),
    ...(fees === undefined ? {} : { fees }),
  }).catch((error: unknown) => {
    throw listenProblem(error, host, port);
  });
  // Registered before the start-up line: a program that reads the line may send a signal immediately.
  const stopped = stopSignal();
  const { url, apiKey, webhookSecret } = server;
  printLine(
    `pasarela ${packageVersion} listens on ${url} as Stripe: STRIPE_BASE_URL=${url} STRIPE_SECRET_KEY=${apiKey} WEBHOOK_SECRET=${webhookSecret}`,
  );

  await stopped;
  await server.close();
};
