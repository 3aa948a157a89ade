import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as t from 'io-ts';
import { PaymentMethodId } from '../../src/domain/ids.js';
import { MinorUnits } from '../../src/domain/money/money.js';
import { startFakeServer } from '../../src/fake-server.js';
import { as, run } from '../harness/must-succeed.js';
import { runAsChild } from '../harness/run-as-child.js';

const reporter = new URL('report-memory.js', import.meta.url).href;

const day = 24 * 60 * 60;

// The local server with a month of payments, each of an order of the shop. A round reconciles them by the command line.
await runAsChild(t.type({ program: t.string, folder: t.string }), async ({ program, folder }) => {
  const end = Math.floor(Date.now() / 1000) - 2 * day;
  let now = end - 30 * day;
  const server = await startFakeServer({ seed: 'reconcile', clock: () => now });
  const orders = join(folder, `orders-${process.pid}.csv`);
  writeFileSync(orders, 'id,amount,currency,state,refunded\n');

  const fill = async (size: number): Promise<void> => {
    const card = as(PaymentMethodId, 'pm_card_visa');
    let lines = '';
    for (let number = 1; number <= size; number += 1) {
      now = end - 30 * day + Math.floor((number / size) * 29 * day);
      const amount = 500 + (number % 5000);
      const order_id = `A-${number}`;
      await run(
        server.processor.createPaymentIntent({
          amount: as(MinorUnits, amount),
          currency: 'eur',
          payment_method: card,
          confirmation_method: 'automatic',
          confirm: true,
          metadata: { order_id },
        }),
      );
      lines += `${order_id},${(amount / 100).toFixed(2)},EUR,paid,0\n`;
      if (number % 1000 > 0 && number < size) continue;
      appendFileSync(orders, lines);
      lines = '';
      // Charges are booked in the background.
      await nextTurn();
    }
    now = end;
  };

  let peak = 0;
  const reconcile = async (size: number): Promise<{ perSecond: number }> => {
    const begun = performance.now();
    const args = ['reconcile', '--from', '60d', '--orders', orders, '--no-report', '--json'];
    const child = spawn(process.execPath, ['--import', reporter, program, ...args], {
      env: {
        PATH: process.env['PATH'],
        STRIPE_SECRET_KEY: server.apiKey,
        STRIPE_BASE_URL: server.url,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told = `${told}${text}`.slice(-2000);
    });
    const code = await new Promise((resolve) => void child.once('close', resolve));
    if (code !== 0) throw new Error(`reconcile ended with ${String(code)}: ${told}`);
    peak = Number(/peak memory (\d+) kB/.exec(told)?.[1]) / 1024;
    return { perSecond: (size * 1000) / (performance.now() - begun) };
  };

  return {
    url: server.url,
    rounds: {
      fill: async (size) => {
        await fill(size);
        return { made: size };
      },
      reconcile,
      peak: async () => ({ megabytes: peak }),
    },
  };
});
