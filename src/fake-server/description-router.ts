import { Router } from '@koa/router';
import { processorCommands } from '../adapters/inbound/http/koa/processor/processor-commands.js';
import type { MemoryControls } from '../adapters/outbound/memory/memory-controls.js';
import { sendAnswer } from './wire/send-answer.js';

type Options = {
  readonly url: string;
  readonly apiKey: string;
  readonly controls: MemoryControls;
};

/** What this server is, for who opens its address in a browser. */
export const createDescriptionRouter = ({ url, apiKey, controls }: Options): Router => {
  const commands = processorCommands(controls).map(({ name }) => `POST ${url}/_processor/${name}`);
  const description = {
    about:
      "A card processor in memory that speaks Stripe's protocol, for tests and local work: no money moves. Point an SDK of Stripe's here.",
    api: `${url}/v1`,
    api_key: apiKey,
    accounts:
      'Every key sk_test_<name> is an account of its own, and Stripe-Account another one under it.',
    controls: [...commands, `GET ${url}/_processor/deliveries`, `POST ${url}/_processor/resend`],
  };
  const router = new Router();
  router.get('/', (ctx) => {
    sendAnswer(ctx, 200, description);
  });
  return router;
};
