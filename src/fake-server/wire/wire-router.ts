import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { operations } from '../../adapters/outbound/memory/engine/operations.js';
import type { Accounts } from '../accounts.js';
import { answerWire } from './answer-wire.js';
import type { WireOperation } from './wire-operation.js';

const all: ReadonlyArray<WireOperation> = Object.values(operations);

type Options = {
  readonly accounts: Accounts;
  readonly rawCardNumbers: boolean;
  /** Keeps out whom the server does not talk to. */
  readonly guard: Middleware;
};

/** The processor's interface over HTTP: a route for each operation. */
export const createWireRouter = ({ guard, ...options }: Options): Router => {
  // To the processor a slash too many is another URL, and so are capital letters.
  const router = new Router({ strict: true, sensitive: true });
  const answer = answerWire(options);
  router.use(guard);
  for (const operation of all) {
    router.register(operation.path, [operation.method], answer(operation));
  }
  return router;
};
