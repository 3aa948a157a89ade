import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const retryMs = 500;

/** Of ten orders one is declined, one is refunded in part, and one buyer presses the button again after the payment. */
const declined = (number) => number % 10 === 3;
const refunded = (number) => number % 10 === 5;
const repeated = (number) => number % 10 === 7;

const refundCents = 100;
const lowestCents = 1000;

const isDefinite = ({ status }) => [200, 201, 402].includes(status);

/**
 * Buyers who pay with keys. Each repeats an unclear request under its key, for as long as they wait, and remembers what the shop
 * could tell them.
 */
export const openShop = ({ address, apiKey, patienceMs }) => {
  const agent = new Agent({ keepAlive: true });
  const state = { address, patienceMs, number: 0, pauseMs: 50 };
  const told = new Map();
  const attempts = [];
  const surprises = [];
  let customer;

  const send = (path, key, body) =>
    new Promise((resolve) => {
      const text = JSON.stringify(body);
      const began = performance.now();
      const at = Date.now();
      const end = (status, answer) => {
        attempts.push({ at, ms: performance.now() - began, status });
        resolve({ status, answer });
      };
      const sent = request(
        `${state.address}${path}`,
        {
          agent,
          method: 'POST',
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            'idempotency-key': key,
          },
        },
        (response) => {
          response.toArray().then(
            (chunks) => {
              const content = Buffer.concat(chunks).toString();
              try {
                end(response.statusCode, JSON.parse(content));
              } catch {
                end(response.statusCode, {});
              }
            },
            () => end('cut', {}),
          );
        },
      );
      sent.on('error', () => end('none', {}));
      sent.end(text);
    });

  /** Repeats a request until its outcome is clear, or the buyer has left. */
  const insist = async (path, key, body, until) => {
    const began = Date.now();
    let certain = true;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, answer } = await send(path, key, body);
      if (isDefinite({ status })) return { status, answer };
      if (answer.outcome !== 'not_done') certain = false;
      if (status === 400 || status === 401 || status === 422) {
        surprises.push(`${path} ${key}: ${status} ${JSON.stringify(answer).slice(0, 300)}`);
      }
      if (Date.now() - began > until) return { status: certain ? 'not done' : 'doubt', answer };
      // oxlint-disable-next-line no-await-in-loop
      await pause(retryMs);
    }
  };

  const bodyOf = (number, order, cents) => ({
    amount: (cents / 100).toFixed(2),
    customer_id: customer,
    payment_method: declined(number) ? 'pm_card_visa_chargeDeclined' : 'pm_card_visa',
    confirm: true,
    metadata: { order },
  });

  const refund = async (entry, until) => {
    const body = { chargeId: entry.charge, amount: refundCents };
    const { status } = await insist('/api/payments/refund', `${entry.order}-refund`, body, until);
    // The refund is not among the purchases: it was not asked for until its outcome is clear.
    entry.refunded = status === 201 ? refundCents : undefined;
    entry.refundIsOpen = status === 'doubt';
  };

  const pay = async (number, until) => {
    const order = `order-${number}`;
    const cents = lowestCents + (number % 5000);
    const ask = () => insist('/api/payments', order, bodyOf(number, order, cents), until);
    const { status, answer } = await ask();
    const entry = { number, order, cents, outcome: 'doubt', refunded: 0 };
    told.set(order, entry);
    if (status === 402 || status === 'not done') entry.outcome = 'failed';
    if (status !== 201) return;
    entry.outcome = 'paid';
    entry.charge = answer.data.latest_charge;
    if (repeated(number)) {
      const again = await ask();
      if (again.status === 201 && again.answer.data.id !== answer.data.id) {
        surprises.push(`${order}: paid as ${answer.data.id}, and again as ${again.answer.data.id}`);
      }
    }
    if (refunded(number)) await refund(entry, until);
  };

  let closed = new AbortController();
  let running = Promise.resolve();
  const buy = async () => {
    while (!closed.signal.aborted) {
      state.number += 1;
      // oxlint-disable-next-line no-await-in-loop
      await pay(state.number, state.patienceMs);
      // oxlint-disable-next-line no-await-in-loop
      await pause(state.pauseMs);
    }
  };

  return {
    attempts,
    surprises,
    told: () => [...told.values()],
    /** Orders that were begun. */
    count: () => state.number,
    useAddress: (other) => {
      state.address = other;
    },
    open: async (buyers) => {
      const person = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };
      const { answer } = await insist('/api/customers', 'customer', person, 60_000);
      customer = answer.data.id;
      closed = new AbortController();
      running = Promise.all(Array.from({ length: buyers }, buy));
    },
    /** Ends the buyers, after their current purchase. */
    close: async () => {
      closed.abort();
      await running;
    },
    /** The shop's support repeats each request that is still in doubt, under its key. */
    settle: async (untilMs) => {
      for (const entry of told.values()) {
        if (entry.outcome === 'doubt') {
          // oxlint-disable-next-line no-await-in-loop
          await pay(entry.number, untilMs);
        } else if (entry.refundIsOpen === true) {
          // oxlint-disable-next-line no-await-in-loop
          await refund(entry, untilMs);
        }
      }
      agent.destroy();
    },
  };
};
