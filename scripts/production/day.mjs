import { setTimeout as pause } from 'node:timers/promises';
import { seenByBuyers } from './figures.mjs';
import { compareLedgers, differences } from './ledgers.mjs';
import { openShop } from './shop.mjs';
import { apiKey } from './stack.mjs';
import { deploy } from './steps/deploy.mjs';

const buyerPatienceMs = 30_000;
const recoveryMs = 90_000;
const settleMs = 120_000;
const pollMs = 200;
// Longer than instances behind a pooler sleep, which do not hear of each other's events.
const idleMs = 40_000;

const within = async (ms, holds) => {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    // oxlint-disable-next-line no-await-in-loop
    if (await holds()) return true;
    // oxlint-disable-next-line no-await-in-loop
    await pause(pollMs);
  }
  return false;
};

/** Waits until a number has not changed for a while. */
const untilIdle = async (read) => {
  for (let before = -1; before !== read(); ) {
    before = read();
    // oxlint-disable-next-line no-await-in-loop
    await pause(idleMs);
  }
};

const areReady = async (instances) => {
  const statuses = await Promise.all(instances.map((one) => one.statusOf('/ready')));
  return statuses.every((status) => status === 200);
};

const runStep = async (day, step) => {
  const { stack, shop, sizes } = day;
  await pause(sizes.quiet * 500);
  const from = shop.attempts.length;
  const { ended = Date.now(), result, holds } = await step.run(day);
  const paidAgain = () =>
    shop.attempts.slice(from).some(({ at, status }) => at >= ended && status === 201);
  const recovers = await within(recoveryMs, paidAgain);
  const ready = await within(recoveryMs, () => areReady(stack.instances));
  await pause(sizes.quiet * 500);
  const seen = seenByBuyers(shop.attempts.slice(from), ended);
  const verdicts = [
    ['purchases work again', recovers],
    ['every instance is ready again', ready],
    ...holds(seen),
  ];
  return {
    name: step.name,
    seen,
    result,
    broken: verdicts.filter(([, held]) => !held).map(([text]) => text),
  };
};

/** The end of the day: doubts are settled, missed events fetched, and the ledgers compared. */
const closeBooks = async ({ stack, shop, sent }) => {
  await shop.close();
  await shop.settle(settleMs);
  await stack.command('events', 'backfill', '--since', '24h');
  const ofProcessor = await stack.processor.events();
  const { received } = stack.receiver;
  await untilIdle(() => received.size);
  const told = shop.told();
  const compared = compareLedgers({
    told,
    charges: await stack.processor.charges(),
    sent: [...ofProcessor, ...sent],
    received,
  });
  const count = (outcome) => told.filter((one) => one.outcome === outcome).length;
  return {
    facts: {
      orders: told.length,
      paid: count('paid'),
      failed: count('failed'),
      events: ofProcessor.length + sent.length,
      'forwarded more than once': [...received.values()].filter((times) => times > 1).length,
    },
    problems: [...differences(compared), ...shop.surprises],
  };
};

/** Runs the plan. Resolves with a line for each step, and the comparison of the ledgers. */
export const runDay = async ({ stack, plan, sizes, say }) => {
  const beginsOld = plan.some(({ step, skipped }) => step === deploy && skipped === undefined);
  for (const instance of stack.instances) {
    // The first one creates the schema.
    // oxlint-disable-next-line no-await-in-loop
    await instance.launch(beginsOld ? stack.previous : {});
    // oxlint-disable-next-line no-await-in-loop
    await instance.becomesReady();
  }
  const shop = openShop({ address: stack.proxy.address, apiKey, patienceMs: buyerPatienceMs });
  const day = { stack, shop, sizes, sent: [] };
  await shop.open(sizes.buyers);
  const lines = [];
  for (const { step, skipped } of plan) {
    say(`${step.name}: ${skipped === undefined ? step.about : `skipped, ${skipped}`}`);
    // oxlint-disable-next-line no-await-in-loop
    const line = skipped === undefined ? await runStep(day, step) : { name: step.name, skipped };
    for (const text of line.broken ?? []) say(`  FAILED: ${text}`);
    lines.push(line);
  }
  say('the books are closed');
  return { lines, books: await closeBooks(day) };
};
