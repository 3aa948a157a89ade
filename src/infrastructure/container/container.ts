import { Container } from 'inversify';
import { createChallengeRouter } from '../../adapters/inbound/http/koa/processor/challenge-router.js';
import { createPaymentsApp } from '../../adapters/inbound/http/koa/payments-app.js';
import { createPaymentsRouter } from '../../adapters/inbound/http/koa/payments-router.js';
import { createProcessorRouter } from '../../adapters/inbound/http/koa/processor/processor-router.js';
import { createReferenceRouter } from '../../adapters/inbound/http/koa/reference/reference-router.js';
import { createSystemRouter } from '../../adapters/inbound/http/koa/system-router.js';
import { createMemoryEventInbox } from '../../adapters/outbound/memory/memory-event-inbox.js';
import { createMemoryProcessor } from '../../adapters/outbound/memory/memory-processor.js';
import { systemClock } from '../../adapters/outbound/system-clock.js';
import type { Logger } from '../../application/ports/logger.js';
import type { Config } from '../config.js';
import { createPayments } from '../create-payments.js';
import { feedInbox } from '../feed-inbox.js';
import { packageVersion } from '../package-version.js';
import { tokens } from './tokens.js';

/** What is known before anything is wired. */
export type Roots = {
  readonly config: Config;
  /** Where a browser reaches the service. */
  readonly publicUrl: string;
  readonly logger: Logger;
};

/** Wires the service: every part a plain factory, bound to what it takes. */
export const createContainer = (roots: Roots): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(tokens.config).toConstantValue(roots.config);
  container.bind(tokens.publicUrl).toConstantValue(roots.publicUrl);
  container.bind(tokens.logger).toConstantValue(roots.logger);
  container.bind(tokens.clock).toConstantValue(systemClock);
  container.bind(tokens.eventInbox).toResolvedValue(createMemoryEventInbox, []);

  container.bind(tokens.processor).toResolvedValue(
    ({ memorySeed }, clock, publicUrl, logger) =>
      createMemoryProcessor({
        clock,
        challengeUrl: (paymentIntent) => `${publicUrl}/_processor/challenges/${paymentIntent}`,
        onListenerError: (cause) => logger.error('event listener failed', { cause }),
        ...(memorySeed === undefined ? {} : { seed: memorySeed }),
      }),
    [tokens.config, tokens.clock, tokens.publicUrl, tokens.logger],
  );

  container.bind(tokens.payments).toResolvedValue(
    ({ webhookSecrets, confirmationMethod }, processor, eventInbox, clock, logger) => {
      feedInbox({ processor, eventInbox, clock, logger });
      return createPayments({ processor, eventInbox, clock, webhookSecrets, confirmationMethod });
    },
    [tokens.config, tokens.processor, tokens.eventInbox, tokens.clock, tokens.logger],
  );

  container.bind(tokens.app).toResolvedValue(
    ({ production, apiKeys, host }, publicUrl, payments, eventInbox, processor, logger) => {
      const errors = { logger, verbose: !production };
      const { controls } = processor;
      // A processor that starts over gives its ids once more: the inbox would take new events for known ones.
      const reset = () => {
        controls.reset();
        eventInbox.clear();
      };
      const routers = [
        createSystemRouter(eventInbox.ready),
        createReferenceRouter({ version: packageVersion }),
        createPaymentsRouter(payments, { apiKeys, ...errors }),
        createChallengeRouter({ processor, controls }),
        createProcessorRouter({ ...controls, reset }, { apiKeys, host, publicUrl, ...errors }),
      ];
      return createPaymentsApp(routers, errors);
    },
    [
      tokens.config,
      tokens.publicUrl,
      tokens.payments,
      tokens.eventInbox,
      tokens.processor,
      tokens.logger,
    ],
  );
  return container;
};
