import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ContractOptions, CustomerChoice, Fault } from '../../../src/contract.js';
import type {
  CallOptions,
  Charge,
  Evidence,
  NewPaymentIntent,
  PaymentIntent,
  PaymentProcessor,
  ProcessorError,
  ProcessorExtras,
  Refund,
} from '../../../src/index.js';

type Order = {
  readonly id: string;
  readonly asked: NewPaymentIntent;
  readonly status: 'new' | 'at_bank' | 'paid' | 'refused' | 'canceled';
  readonly created: number;
  /** The idempotency key with which it was created. */
  readonly key: string | undefined;
  readonly return_url?: string | undefined;
  readonly charge?: string;
  readonly refund?: KeyedRefund;
};

/** An intent with a field of the bank's own. */
type BankIntent = PaymentIntent & { readonly order_number: string };

type KeyedRefund = Refund & { readonly key: string | undefined };

type Outcome<A> = E.Either<ProcessorError, A>;

/** The bank, for tests. */
type Bank = {
  /** The customer decides on the page of the bank, which notifies the adapter. */
  readonly decide: (order: string, choice: CustomerChoice) => void;
  readonly failNext: (fault: Fault) => void;
};

/** The functions of the port that a bank without customers, cards and lists has. */
type Functions = Pick<
  PaymentProcessor,
  | 'createPaymentIntent'
  | 'retrievePaymentIntent'
  | 'confirmPaymentIntent'
  | 'cancelPaymentIntent'
  | 'retrieveCharge'
  | 'createRefund'
  | 'retrieveRefund'
>;

/** An adapter unlike Stripe: the customer pays on a page of the bank, and orders have ids like `AB12CD34EF01`. */
export type RedirectProcessor = Functions & ProcessorExtras & { readonly bank: Bank };

const refused = (status: number, code: string | null, message: string): Outcome<never> =>
  E.left({ _tag: 'ProcessorRefused', status, code, message, param: null });

const missing = refused(404, 'resource_missing', 'The bank does not have it');
const wrongState = refused(400, 'wrong_state', 'The order is not in a state for this');
const onlyWhole = refused(400, 'only_whole', 'The bank refunds whole payments only');
const otherRequest = refused(400, 'idempotency_error', 'The key was used for another request');

const evidenceOf = <A>(value: A | undefined): Evidence<A> =>
  value === undefined ? { _tag: 'Absent' } : { _tag: 'Found', value: E.right(value) };

const statuses = {
  new: 'requires_confirmation',
  at_bank: 'requires_action',
  paid: 'succeeded',
  refused: 'requires_payment_method',
  canceled: 'canceled',
} as const;

const now = () => Math.floor(Date.now() / 1000);

const failures: { readonly [F in Fault]: ProcessorError } = {
  answer_lost: { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause: 'no answer' },
  not_reached: { _tag: 'ProcessorUnavailable', outcome: 'not_done', cause: 'no connection' },
  rate_limited: {
    _tag: 'ProcessorRefused',
    status: 429,
    code: null,
    message: 'Too many calls',
    param: null,
  },
  server_error: { _tag: 'ProcessorFailed', status: 500, cause: 'the bank failed' },
};

/** The features that the bank lacks. */
export const redirectFeatures = {
  customers: false,
  savedCards: false,
  cardTokens: false,
  lists: false,
  setupIntents: false,
  checkout: false,
  capture: false,
  partialRefunds: false,
  confirmOnCreation: false,
  methodChoice: false,
  confirmationTokens: false,
  updates: false,
  ledgers: false,
  balance: false,
  disputes: false,
} as const;

/** Creates the adapter with a bank of its own. */
export const createRedirectProcessor = (): RedirectProcessor => {
  const orders = new Map<string, Order>();
  const requests = new Map<string, string>();
  let made = 0;
  let fault: Fault | undefined;

  const newId = (prefix: string) => {
    made += 1;
    return `${prefix}${made
      .toString(36)
      .toUpperCase()
      .padStart(12 - prefix.length, '0')}`;
  };

  const save = (order: Order): Order => {
    orders.set(order.id, order);
    return order;
  };

  const chargeOf = ({ id, asked, charge = '', refund }: Order): Charge => ({
    id: charge,
    object: 'charge',
    amount: asked.amount,
    currency: asked.currency,
    status: 'succeeded',
    paid: true,
    payment_intent: id,
    amount_refunded: refund?.amount ?? 0,
    refunded: refund !== undefined,
  });

  const intentOf = ({ id, asked, status, created, charge, return_url }: Order): BankIntent => ({
    id,
    object: 'payment_intent',
    amount: asked.amount,
    currency: asked.currency,
    created,
    status: statuses[status],
    metadata: asked.metadata ?? {},
    order_number: id,
    ...(charge === undefined ? {} : { latest_charge: charge }),
    ...(status === 'at_bank'
      ? {
          next_action: {
            type: 'redirect_to_url',
            redirect_to_url: {
              url: `https://bank.example/pay/${id}`,
              return_url: return_url ?? null,
            },
          },
        }
      : {}),
  });

  const found = <A>(value: A | undefined): Outcome<A> =>
    value === undefined ? missing : E.right(value);

  const paidBy = (charge: string) => [...orders.values()].find((one) => one.charge === charge);

  const refunds = () => [...orders.values()].flatMap(({ refund }) => refund ?? []);

  /** Moves an order that is in one of these states. */
  const moved = (
    id: string,
    from: ReadonlyArray<Order['status']>,
    move: (order: Order) => Order,
  ): Outcome<PaymentIntent> => {
    const order = orders.get(id);
    if (order === undefined) return missing;
    return from.includes(order.status) ? E.right(intentOf(save(move(order)))) : wrongState;
  };

  /** A call that changes something: the bank answers a repeated key as before, and fails as the test asks. */
  const change = <I, A>(name: string, work: (input: I, key?: string) => Outcome<A>) => {
    const answers = new Map<string, Outcome<A>>();
    return (input: I, { idempotencyKey }: CallOptions = {}) =>
      async (): Promise<Outcome<A>> => {
        const key = idempotencyKey ?? newId('K');
        const [met, request] = [fault, JSON.stringify([name, input])];
        fault = undefined;
        if (met !== undefined && met !== 'answer_lost') return E.left(failures[met]);
        if ((requests.get(key) ?? request) !== request) return otherRequest;
        requests.set(key, request);
        const outcome = answers.get(key) ?? work(input, key);
        answers.set(key, outcome);
        return met === undefined ? outcome : E.left(failures[met]);
      };
  };

  const lookUp =
    <A>(find: (key: string) => A | undefined) =>
    (_input: unknown, { idempotencyKey }: { readonly idempotencyKey: string }) =>
      TE.right<ProcessorError, Evidence<A>>(evidenceOf(find(idempotencyKey)));

  return {
    features: redirectFeatures,

    createPaymentIntent: change('create', (asked, key) =>
      E.right(intentOf(save({ id: newId('AB12CD34'), asked, key, status: 'new', created: now() }))),
    ),
    retrievePaymentIntent:
      ({ payment_intent }) =>
      async () =>
        pipe(found(orders.get(payment_intent)), E.map(intentOf)),
    confirmPaymentIntent: change('confirm', ({ payment_intent, return_url }) =>
      moved(payment_intent, ['new', 'refused'], (order) => ({
        ...order,
        status: 'at_bank',
        return_url,
      })),
    ),
    cancelPaymentIntent: change('cancel', ({ payment_intent }) =>
      moved(payment_intent, ['new', 'at_bank', 'refused'], (order) => ({
        ...order,
        status: 'canceled',
      })),
    ),

    retrieveCharge:
      ({ charge }) =>
      async () =>
        pipe(found(paidBy(charge)), E.map(chargeOf)),
    createRefund: change('refund', ({ charge, amount, metadata = {} }, key) => {
      const order = paidBy(charge);
      if (order === undefined) return missing;
      if (order.refund !== undefined) return wrongState;
      if ((amount ?? order.asked.amount) !== order.asked.amount) return onlyWhole;
      const refund: KeyedRefund = {
        id: newId('RF'),
        object: 'refund',
        amount: order.asked.amount,
        currency: order.asked.currency,
        created: now(),
        status: 'succeeded',
        charge,
        payment_intent: order.id,
        metadata,
        key,
      };
      save({ ...order, refund });
      return E.right(refund);
    }),
    retrieveRefund:
      ({ refund }) =>
      async () =>
        found(refunds().find(({ id }) => id === refund)),

    lookUps: {
      createPaymentIntent: lookUp((key) =>
        [...orders.values()]
          .filter((one) => one.key === key)
          .map(intentOf)
          .at(0),
      ),
      createRefund: lookUp((key) => refunds().find((one) => one.key === key)),
    },
    retrieveAccount: TE.right({ id: 'shop 42', livemode: false }),

    bank: {
      decide: (id, choice) => {
        moved(id, ['at_bank'], (order) =>
          choice === 'approve'
            ? { ...order, status: 'paid', charge: newId('OP') }
            : { ...order, status: 'refused' },
        );
      },
      failNext: (next) => {
        fault = next;
      },
    },
  };
};

/** The options of the contract suite for the adapter. */
export const redirectContract: ContractOptions<RedirectProcessor> = {
  features: redirectFeatures,
  fixtures: {
    currency: 'eur',
    needsCustomer: {},
    unknownIds: { payment_intent: 'AB12CD34ZZZZ', charge: 'OPZZZZZZZZZZ', refund: 'RFZZZZZZZZZZ' },
    ownFields: { createPaymentIntent: ['order_number'], confirmPaymentIntent: ['order_number'] },
  },
  completeAction: ({ bank }, order, choice) => bank.decide(order, choice),
  controls: { injectFault: ({ bank }, fault) => bank.failNext(fault) },
  extras: { lookUps: ['createPaymentIntent', 'createRefund'], retrieveAccount: true },
};
