import { all, run } from '../support/database.mjs';
import {
  addOrder,
  answer,
  comeBack,
  confirm,
  findOrder,
  intentOf,
  isDecline,
  webhook,
} from '../support/right-shop.mjs';
import { serve } from '../support/server.mjs';

const setJob = (key, state) => run('UPDATE attempts SET state = ? WHERE key = ?', state, key);

const charge = async ({ order_id: id, card, key }) => {
  const intent = await intentOf(id);
  try {
    await confirm(intent, { card, key });
  } catch (error) {
    if (!isDecline(error)) throw error;
    return answer(intent, error.message);
  }
  return answer(intent);
};

/** Does a job. After an error it waits for another try; after a kill its row says that it was running. */
const work = async (job) => {
  setJob(job.key, job.state === 'seen' ? 'running again' : 'running');
  try {
    const result = await charge(job);
    run("UPDATE orders SET state = 'open' WHERE id = ? AND state = 'pending'", job.order_id);
    setJob(job.key, 'done');
    return result;
  } catch (error) {
    setJob(job.key, job.state);
    throw error;
  }
};

const pay = async (order) => {
  addOrder(order);
  const { state } = findOrder(order.id);
  // A job is at work: the page waits for it.
  if (state !== 'open') return { outcome: state };
  run("UPDATE orders SET state = 'pending' WHERE id = ?", order.id);
  const job = { key: order.key, order_id: order.id, card: order.card, state: 'sent' };
  run(
    'INSERT OR IGNORE INTO attempts (key, order_id, card) VALUES (?, ?, ?)',
    job.key,
    order.id,
    order.card,
  );
  return work(job);
};

// FAULT: a job during which the program ended twice is given up, as if it were to blame, and its order waits for ever. Right: it
// says so to somebody, and its order is open again.
run("UPDATE attempts SET state = 'given up' WHERE state = 'running again'");
run("UPDATE attempts SET state = 'seen' WHERE state = 'running'");

const workAgain = async () => {
  for (const job of all("SELECT * FROM attempts WHERE state IN ('sent', 'seen')")) {
    await work(job).catch(() => {});
  }
  setTimeout(workAgain, 300);
};
workAgain();

serve({ pay, comeBack, webhook });
