// A TypeScript project may have files of both formats: they share each type.
import { createPayments, formatAmount, type PaymentIntent, type ServedPayments } from 'pasarela';
import { describePaymentProcessor, describeStripeProcessor } from 'pasarela/contract';
import { type FakeServer, startFakeServer } from 'pasarela/fake-server';
import { createPaymentsRouter } from 'pasarela/koa';
import { createMemoryProcessor } from 'pasarela/memory';
import { createPaymentsListener } from 'pasarela/node';
import { type DurableStores, openSqliteStores } from 'pasarela/sqlite';
import type { pay } from './types.js' with { 'resolution-mode': 'import' };

const payments: ServedPayments = createPayments({ processor: createMemoryProcessor() });

export const mounted = [createPaymentsRouter(payments), createPaymentsListener(payments)] as const;

export const open = (): Promise<DurableStores> => openSqliteStores({ path: ':memory:' });

export const local = (): Promise<FakeServer> => startFakeServer();

export const suites = [describePaymentProcessor, describeStripeProcessor];

/** Takes what an ES module returns. */
export const amountOf = (paid: Awaited<ReturnType<typeof pay>>): string => {
  const payment: PaymentIntent | string = paid;
  return typeof payment === 'string' ? payment : formatAmount(payment.amount, payment.currency);
};
