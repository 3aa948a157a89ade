import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describeReceivedEventProblem } from '../../domain/english-texts.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import { decodeReceivedEvent } from '../../domain/events/received-event.js';
import { isWithinJsonBounds, stableJson } from '../../domain/input/json.js';
import type { ProcessorError, Unexpected, WebhookError } from '../../domain/payment-error.js';
import {
  also,
  andThen,
  anyText,
  aWholeNumber,
  type Check,
  listOf,
  must,
  optional,
  options,
  type Problems,
  refused,
  textThat,
} from '../checked-input.js';
import type {
  VerifiedEvent,
  WebhookAnswer,
  WebhookMessage,
  WebhookReceiver,
} from '../ports/webhook-receiver.js';

const unwritable = Symbol('unwritable');

// As every store writes and reads it: a date becomes a text, and an object may write itself as something else.
const asJson = (value: unknown): unknown => {
  try {
    const json: unknown = JSON.parse(JSON.stringify(value));
    return json;
  } catch {
    return unwritable;
  }
};

const anEvent: Check<ProcessorEvent> = {
  read: (value, name) => {
    const json = isWithinJsonBounds(value) ? asJson(value) : value;
    return json === unwritable
      ? refused(`${name} cannot be written as JSON: it is undefined, or has a BigInt in it`)
      : pipe(
          decodeReceivedEvent(json),
          E.mapLeft((problem) => [`${name}: ${describeReceivedEventProblem(problem)}`]),
        );
  },
};

const anything = must('', (_value): _value is unknown => true);

const aVerifiedEvent: Check<VerifiedEvent> = andThen(
  options<{ readonly event: unknown; readonly signedWith?: string }>({
    event: anything,
    signedWith: optional(
      textThat('must be at most 255 printable ASCII characters', (text) =>
        /^[ -~]{0,255}$/.test(text),
      ),
    ),
  }),
  ({ event, ...others }, name) =>
    pipe(
      anEvent.read(event, `${name}.event`),
      E.map((read) => ({ ...others, event: read })),
    ),
);

// The second one would be taken for a repetition of the first, and be lost.
const clashes = (events: ReadonlyArray<VerifiedEvent>, name: string): Problems =>
  events.flatMap(({ event }, place) => {
    const first = events.find((one) => one.event.id === event.id);
    return first === undefined || stableJson(first.event) === stableJson(event)
      ? []
      : [`${name}[${place}].event has the id of another event`];
  });

const anAnswer = options<WebhookAnswer>({
  status: optional(aWholeNumber(200, 299)),
  contentType: optional(
    textThat('must be the value of a header, in printable ASCII characters', (text) =>
      /^[ -~]+$/.test(text),
    ),
  ),
  body: optional(anyText),
});

const aMessage: Check<WebhookMessage> = andThen(
  options<{ readonly events: unknown; readonly answer?: WebhookAnswer }>({
    events: anything,
    answer: optional(anAnswer),
  }),
  ({ events, ...others }, name) =>
    pipe(
      also(listOf(aVerifiedEvent), clashes).read(events, `${name}.events`),
      E.map((read) => ({ ...others, events: read })),
    ),
);

const wrong = (problem: string): Unexpected => ({
  _tag: 'Unexpected',
  cause: new TypeError(problem),
});

const isTask = (
  value: unknown,
): value is TE.TaskEither<WebhookError | ProcessorError, WebhookMessage> =>
  typeof value === 'function';

/**
 * A receiver whose messages are checked: one with an event that no store could keep, or with an answer that cannot be sent, is
 * `Unexpected`.
 */
export const checkedWebhooks = (webhooks: WebhookReceiver): WebhookReceiver => ({
  receive: (request) => {
    const receiving: unknown = webhooks.receive(request);
    return isTask(receiving)
      ? pipe(
          receiving,
          TE.flatMapEither((message) =>
            pipe(
              aMessage.read(message, 'message'),
              E.mapLeft((problems) =>
                wrong(`the message of webhooks.receive is wrong: ${problems.join('; ')}`),
              ),
            ),
          ),
        )
      : TE.left(
          wrong(
            'webhooks.receive must return a TaskEither, a function without parameters that returns the promise',
          ),
        );
  },
});
