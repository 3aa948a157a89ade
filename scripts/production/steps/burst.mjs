import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const atOnce = 64;
const perObject = 10;
const retryMs = 200;
const patienceMsEach = 100;

const eventOf = (number, moment) => ({
  id: `evt_burst_${number}`,
  object: 'event',
  api_version: '2026-08-26.dahlia',
  type: 'charge.succeeded',
  created: moment,
  livemode: false,
  data: {
    object: {
      id: `ch_burst_${Math.floor(number / perObject)}`,
      object: 'charge',
      description: 'x'.repeat(1000),
    },
  },
});

const deliver = (address, agent, secret, event) =>
  new Promise((resolve) => {
    const body = JSON.stringify(event);
    const now = Math.floor(Date.now() / 1000);
    const proof = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
    const sent = request(
      `${address}/api/webhooks`,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'stripe-signature': `t=${now},v1=${proof}`,
        },
      },
      (response) => {
        response.resume().on('close', () => resolve(response.statusCode));
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(body);
  });

const seconds = (from, to) => ((to - from) / 1000).toFixed(0);

export const burst = {
  name: 'burst',
  about: 'very many webhooks at once',
  run: async ({ stack, sizes, sent }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const began = Date.now();
    const moment = Math.floor(began / 1000);
    const numbers = Array.from({ length: sizes.events }, (_, number) => number);
    const left = numbers.values();
    let refused = 0;
    const courier = async () => {
      for (const number of left) {
        const event = eventOf(number, moment);
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop
          const status = await deliver(
            stack.proxy.address,
            agent,
            stack.processor.webhookSecret,
            event,
          );
          if (status === 200) break;
          refused += 1;
          // oxlint-disable-next-line no-await-in-loop
          await pause(retryMs);
        }
        sent.push(event.id);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, courier));
    const stored = Date.now();
    const missing = () =>
      numbers.some((number) => !stack.receiver.received.has(`evt_burst_${number}`));
    // oxlint-disable-next-line no-await-in-loop
    while (missing() && Date.now() - stored < sizes.events * patienceMsEach) await pause(200);
    agent.destroy();
    return {
      result: `${sizes.events} stored in ${seconds(began, stored)} s, forwarded in ${seconds(began, Date.now())} s, ${refused} refused and sent again`,
      holds: () => [['every event is forwarded', !missing()]],
    };
  },
};
