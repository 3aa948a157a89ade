import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'processor-program.mjs');

const webhookSecret = ['whsec', 'production', '0123456789'].join('_');

/** All objects of a list of the processor. */
const listAll = async (url, apiKey, path) => {
  const all = [];
  for (;;) {
    const after = all.length === 0 ? '' : `&starting_after=${all.at(-1).id}`;
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetch(`${url}/v1/${path}?limit=100${after}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    if (!answer.ok) throw new Error(`the processor answered ${answer.status} to ${path}`);
    // oxlint-disable-next-line no-await-in-loop
    const { data, has_more } = await answer.json();
    all.push(...data);
    if (!has_more) return all;
  }
};

/** The local server in a process of its own. It sends its events to the address. */
export const startProcessor = async ({ port, webhook }) => {
  const child = fork(program, [String(port), webhook, webhookSecret]);
  const ended = once(child, 'exit');
  const [{ url, apiKey }] = await once(child, 'message');
  return {
    url,
    apiKey,
    webhookSecret,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    charges: async () =>
      (await listAll(url, apiKey, 'charges'))
        .filter(({ status }) => status === 'succeeded')
        .map(({ id, amount, amount_refunded, metadata }) => ({
          id,
          order: metadata.order,
          cents: amount,
          refunded: amount_refunded,
        })),
    events: async () => (await listAll(url, apiKey, 'events')).map(({ id }) => id),
    close: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
