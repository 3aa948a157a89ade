import type { EventStore } from '../application/ports/event-store.js';
import type { Logger } from '../application/ports/logger.js';
import type { PaymentProcessor } from '../application/ports/payment-processor.js';
import { eventHandlingProblems } from './events/event-handling-problems.js';
import { functionsMissing } from './functions-missing.js';
import { idempotencyProblems } from './idempotency/idempotency-problems.js';
import type { PaymentsOptions } from './payments-options.js';

// As a record, so that a function which the port has and this list has not does not compile.
const processorFunctions: { readonly [N in keyof PaymentProcessor]: true } = {
  createCustomer: true,
  retrieveCustomer: true,
  listCustomers: true,
  updateCustomer: true,
  deleteCustomer: true,
  createCardToken: true,
  createCard: true,
  listCards: true,
  deleteCard: true,
  createPaymentIntent: true,
  retrievePaymentIntent: true,
  listPaymentIntents: true,
  confirmPaymentIntent: true,
  cancelPaymentIntent: true,
  createRefund: true,
  retrieveRefund: true,
  listRefunds: true,
};

const optionNames: { readonly [N in keyof Required<PaymentsOptions>]: true } = {
  processor: true,
  webhookSecrets: true,
  eventInbox: true,
  idempotency: true,
  clock: true,
  confirmationMethod: true,
  livemode: true,
  eventsHandledElsewhere: true,
  logger: true,
  unknownFields: true,
  eventHandling: true,
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const eventInboxFunctions: { readonly [N in keyof EventStore]: true } = {
  store: true,
  find: true,
  list: true,
  ready: true,
  claim: true,
  extend: true,
  conclude: true,
  replay: true,
  replayAll: true,
  nextDue: true,
  onDue: true,
  dropPayloads: true,
  eraseCustomer: true,
  purge: true,
};

const loggerFunctions: { readonly [N in keyof Logger]: true } = {
  info: true,
  warn: true,
  error: true,
};

const isSecrets = (value: unknown): boolean =>
  Array.isArray(value) && value.every((secret) => typeof secret === 'string');

const problemsOf = (options: { readonly [name: string]: unknown }): ReadonlyArray<string> => {
  const { processor, webhookSecrets, eventInbox, idempotency, clock, confirmationMethod, logger } =
    options;
  const { unknownFields } = options;
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(optionNames, name));
  return [
    ...(isObject(processor)
      ? functionsMissing('processor', processor, processorFunctions)
      : ['processor is missing: pass createMemoryProcessor(), or an adapter of your own']),
    ...unknown.map((name) => `there is no option ${name}`),
    ...(webhookSecrets === undefined || isSecrets(webhookSecrets)
      ? []
      : ['webhookSecrets must be an array of texts: is the environment variable set?']),
    ...functionsMissing('eventInbox', eventInbox, eventInboxFunctions),
    ...idempotencyProblems(idempotency),
    ...functionsMissing('logger', logger, loggerFunctions),
    ...(clock === undefined || typeof clock === 'function'
      ? []
      : ['clock must be a function that answers Unix seconds']),
    ...([undefined, 'manual', 'automatic'].some((known) => known === confirmationMethod)
      ? []
      : ["confirmationMethod must be 'manual' or 'automatic'"]),
    ...([undefined, 'refuse', 'ignore'].some((known) => known === unknownFields)
      ? []
      : ["unknownFields must be 'refuse' or 'ignore'"]),
    ...eventHandlingProblems(options),
  ];
};

/** Refuses at once what JavaScript would only notice with the first payment. Throws a `TypeError` with every problem. */
export const checkPaymentsOptions = (options: unknown): void => {
  const problems = problemsOf(isObject(options) ? { ...options } : {});
  if (problems.length > 0) throw new TypeError(`createPayments: ${problems.join('; ')}`);
};
