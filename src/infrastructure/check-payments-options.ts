import type { PaymentProcessor } from '../application/ports/payment-processor.js';
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
  listRefunds: true,
};

const optionNames: { readonly [N in keyof Required<PaymentsOptions>]: true } = {
  processor: true,
  webhookSecrets: true,
  eventInbox: true,
  idempotency: true,
  clock: true,
  confirmationMethod: true,
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isAbsent = (value: unknown): boolean => value === undefined;

const functionsMissing = (processor: unknown): ReadonlyArray<string> =>
  Object.keys(processorFunctions).filter(
    (name) => !isObject(processor) || typeof Reflect.get(processor, name) !== 'function',
  );

const isSecrets = (value: unknown): boolean =>
  Array.isArray(value) && value.every((secret) => typeof secret === 'string');

const problemsOf = (options: { readonly [name: string]: unknown }): ReadonlyArray<string> => {
  const { processor, webhookSecrets, clock, confirmationMethod } = options;
  const missing = functionsMissing(processor);
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(optionNames, name));
  return [
    ...(isObject(processor)
      ? missing.map((name) => `processor has no function ${name}`)
      : ['processor is missing: pass createMemoryProcessor(), or an adapter of your own']),
    ...unknown.map((name) => `there is no option ${name}`),
    ...(isAbsent(webhookSecrets) || isSecrets(webhookSecrets)
      ? []
      : ['webhookSecrets must be an array of texts: is the environment variable set?']),
    ...(isAbsent(clock) || typeof clock === 'function'
      ? []
      : ['clock must be a function that answers Unix seconds']),
    ...([undefined, 'manual', 'automatic'].some((known) => known === confirmationMethod)
      ? []
      : ["confirmationMethod must be 'manual' or 'automatic'"]),
  ];
};

/** Refuses at once what JavaScript would only notice with the first payment. Throws a `TypeError` with every problem. */
export const checkPaymentsOptions = (options: unknown): void => {
  const problems = problemsOf(isObject(options) ? { ...options } : {});
  if (problems.length > 0) throw new TypeError(`createPayments: ${problems.join('; ')}`);
};
