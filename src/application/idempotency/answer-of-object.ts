import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import {
  CardId,
  CheckoutSessionId,
  CustomerId,
  DisputeId,
  PaymentIntentId,
  RefundId,
  SetupIntentId,
} from '../../domain/ids.js';
import { knownFields } from '../../domain/input/known-fields.js';
import { Dispute } from '../../domain/objects/dispute.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { withoutCheckoutUrl } from '../without-checkout-url.js';
import { withoutClientSecret } from '../without-client-secret.js';

/** The object that a keyed request created or changed, according to the operator. */
type DoneObject = {
  /** The stable name of the operation. */
  readonly operation: string;
  /** The idempotency key that the processor got. */
  readonly derivedKey: string;
  /** The id of a payment or setup intent, checkout session, refund, dispute, customer or card. */
  readonly id: string;
  /** The customer of a card. */
  readonly customer: string | undefined;
};

/** The reason why an object cannot be the answer: a sentence without its period. */
type NoAnswer = { readonly _tag: 'NoAnswer'; readonly reason: string };

/** The answer that the request would have received, and the reasons to doubt that this request made the object. */
type AnswerOfObject = {
  readonly answer: object;
  readonly doubts: ReadonlyArray<string>;
};

type Reads = Pick<
  PaymentProcessor,
  | 'retrieveCustomer'
  | 'listCards'
  | 'retrievePaymentIntent'
  | 'retrieveSetupIntent'
  | 'retrieveCheckoutSession'
  | 'retrieveRefund'
  | 'retrieveDispute'
>;

type Found = TE.TaskEither<ProcessorError | NoAnswer, AnswerOfObject>;

const Keyed = t.type({ metadata: t.type({ pasarela_key: t.string }) });

const keyDoubts = (object: unknown, { id, derivedKey }: DoneObject): ReadonlyArray<string> => {
  if (!Keyed.is(object)) {
    return [`${id} has no metadata.pasarela_key, so nothing shows that this request made it`];
  }
  return object.metadata.pasarela_key === derivedKey
    ? []
    : [`the metadata.pasarela_key of ${id} does not match: another request made it`];
};

const noAnswer = (reason: string): NoAnswer => ({ _tag: 'NoAnswer', reason });

const none = (reason: string): Found => TE.left(noAnswer(reason));

const prefixes = ['pi_', 'seti_', 'cs_', 're_', 'cus_'];

// Only ids of Stripe tell their kind. Other processors have ids of any shape.
const isOfOtherKind = (id: string, prefix: string): boolean =>
  prefix !== '' && prefixes.some((other) => other !== prefix && id.startsWith(other));

const withId = <A extends string>(
  is: (value: unknown) => value is A,
  prefix: string,
  { operation, id }: DoneObject,
  find: (id: A) => Found,
): Found =>
  is(id) && !isOfOtherKind(id, prefix)
    ? find(id)
    : none(`${operation} makes ${prefix}..., not ${JSON.stringify(id)}`);

type Intent = { readonly id: string; readonly status: string };

type IntentAnswer = (intent: Intent) => AnswerOfObject;

const whole: IntentAnswer = (answer) => ({ answer, doubts: [] });

const withoutSecret: IntentAnswer = (intent) => whole(withoutClientSecret(intent));

const inStatus =
  ({ id, operation }: DoneObject, statuses: ReadonlyArray<string>, read: IntentAnswer) =>
  (intent: Intent): Found =>
    statuses.length === 0 || statuses.includes(intent.status)
      ? TE.right(read(intent))
      : none(
          `${id} has the status ${intent.status}, but ${operation} does not lead to that status`,
        );

const ofPayment = (
  deps: Reads,
  done: DoneObject,
  statuses: ReadonlyArray<string>,
  read: IntentAnswer,
): Found =>
  withId(PaymentIntentId.is, 'pi_', done, (payment_intent) =>
    pipe(
      deps.retrievePaymentIntent({ payment_intent }),
      TE.flatMap(inStatus(done, statuses, read)),
    ),
  );

const ofSetup = (
  deps: Reads,
  done: DoneObject,
  statuses: ReadonlyArray<string>,
  read: IntentAnswer,
): Found =>
  withId(SetupIntentId.is, 'seti_', done, (setup_intent) =>
    pipe(deps.retrieveSetupIntent({ setup_intent }), TE.flatMap(inStatus(done, statuses, read))),
  );

const ofCheckout = (deps: Reads, done: DoneObject): Found =>
  withId(CheckoutSessionId.is, 'cs_', done, (session) =>
    pipe(
      deps.retrieveCheckoutSession({ session }),
      TE.flatMap((found): Found => {
        if (done.operation === 'createCheckoutSession') {
          return TE.right({ answer: withoutClientSecret(found), doubts: keyDoubts(found, done) });
        }
        return found.status === 'expired'
          ? TE.right({ answer: withoutCheckoutUrl(found), doubts: [] })
          : none(
              `${done.id} has the status ${String(found.status)}, but ${done.operation} does not lead to that status`,
            );
      }),
    ),
  );

const lost: ReadonlySet<string> = new Set(['lost', 'warning_closed']);

const ofDispute = (deps: Reads, done: DoneObject): Found =>
  withId(DisputeId.is, 'du_', done, (dispute) =>
    pipe(
      deps.retrieveDispute({ dispute }),
      TE.flatMap((found): Found => {
        const answer = knownFields(Dispute)(found);
        if (done.operation === 'submitDisputeEvidence') {
          const reason = `nothing on ${done.id} shows which request gave it evidence`;
          return TE.right({ answer, doubts: [reason] });
        }
        return lost.has(found.status)
          ? TE.right({ answer, doubts: [] })
          : none(
              `${done.id} has the status ${found.status}, but ${done.operation} does not lead to that status`,
            );
      }),
    ),
  );

const ofCustomer = (deps: Reads, done: DoneObject, deleted: boolean, made: boolean): Found =>
  withId(CustomerId.is, 'cus_', done, (customer) =>
    pipe(
      deps.retrieveCustomer({ customer }),
      TE.flatMap((found): Found => {
        if ('deleted' in found !== deleted) {
          return none(`${done.id} is ${deleted ? 'not deleted' : 'deleted'}`);
        }
        return TE.right({ answer: found, doubts: made ? keyDoubts(found, done) : [] });
      }),
    ),
  );

// A card has no metadata with a key. The only evidence is that the card exists.
const ofCard = (deps: Reads, done: DoneObject, removed: boolean): Found =>
  withId(CardId.is, '', done, (card) => {
    const { customer } = done;
    if (!CustomerId.is(customer)) {
      return none('a card is read through its customer: add --customer cus_...');
    }
    const look = (starting_after?: CardId): Found =>
      pipe(
        deps.listCards({
          customer,
          limit: 100,
          ...(starting_after === undefined ? {} : { starting_after }),
        }),
        TE.flatMap(({ data, has_more }): Found => {
          const found = data.find(({ id }) => id === card);
          if (found !== undefined) {
            return removed
              ? none(`${customer} still has ${card}`)
              : TE.right({ answer: found, doubts: [] });
          }
          const last = data.at(-1)?.id;
          if (has_more && CardId.is(last)) return look(last);
          return removed
            ? TE.right({ answer: { id: card, object: 'card', deleted: true }, doubts: [] })
            : none(`${customer} has no card ${card}`);
        }),
      );
    return look();
  });

/** Reads the object that an operator named and makes the answer of the request from it. It changes nothing. */
export const answerOfObject =
  (deps: Reads) =>
  (done: DoneObject): Found => {
    const asCreated: IntentAnswer = (answer) => ({ answer, doubts: keyDoubts(answer, done) });
    switch (done.operation) {
      case 'createPaymentIntent':
        return ofPayment(deps, done, [], asCreated);
      case 'updatePayment':
        return ofPayment(deps, done, [], (intent) => ({
          answer: withoutClientSecret(intent),
          doubts: [
            `nothing on ${done.id} shows which request updated it: compare its fields with the request`,
          ],
        }));
      case 'confirmPayment':
        return ofPayment(
          deps,
          done,
          ['succeeded', 'processing', 'requires_action', 'requires_capture'],
          whole,
        );
      case 'capturePayment':
        return ofPayment(deps, done, ['succeeded'], withoutSecret);
      case 'cancelPayment':
        return ofPayment(deps, done, ['canceled'], withoutSecret);
      case 'createSetupIntent':
        return ofSetup(deps, done, [], asCreated);
      case 'confirmSetupIntent':
        return ofSetup(deps, done, ['succeeded', 'processing', 'requires_action'], whole);
      case 'cancelSetupIntent':
        return ofSetup(deps, done, ['canceled'], withoutSecret);
      case 'createCheckoutSession':
      case 'expireCheckoutSession':
        return ofCheckout(deps, done);
      case 'refundCharge':
        return withId(RefundId.is, 're_', done, (refund) =>
          pipe(
            deps.retrieveRefund({ refund }),
            TE.map((answer) => ({ answer, doubts: keyDoubts(answer, done) })),
          ),
        );
      case 'submitDisputeEvidence':
      case 'closeDispute':
        return ofDispute(deps, done);
      case 'createCustomer':
        return ofCustomer(deps, done, false, true);
      case 'updateCustomer':
      case 'setDefaultCard':
        return ofCustomer(deps, done, false, false);
      case 'deleteCustomer':
        return ofCustomer(deps, done, true, false);
      case 'assignCard':
        return ofCard(deps, done, false);
      case 'removeCard':
        return ofCard(deps, done, true);
      case 'tokenizeCard':
        return none('a token cannot be read again, and moves no money: use --not-done');
      default:
        return none(
          `the result of ${done.operation} cannot be read: only --not-done settles the key`,
        );
    }
  };
