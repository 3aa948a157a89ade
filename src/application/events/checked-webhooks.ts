import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describeReceivedEventProblem } from '../../domain/english-texts.js';
import { isPlainObject } from '../../domain/json.js';
import type { Unexpected } from '../../domain/payment-error.js';
import { decodeReceivedEvent } from '../../domain/received-event.js';
import type { WebhookReceiver } from '../ports/webhook-receiver.js';

const isTextOrAbsent = (value: unknown): boolean =>
  value === undefined || typeof value === 'string';

const problemOfAnswer = (answer: unknown): string | undefined => {
  if (answer === undefined) return undefined;
  if (!isPlainObject(answer)) return 'answer must be an object';
  const { status = 200, contentType, body } = answer;
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 299) {
    return 'answer.status must be a number from 200 to 299';
  }
  return isTextOrAbsent(contentType) && isTextOrAbsent(body)
    ? undefined
    : 'answer.contentType and answer.body must be text';
};

const problemOfEvent = (given: unknown): string | undefined => {
  if (!isPlainObject(given)) return 'must be an object with an event';
  const decoded = decodeReceivedEvent(given['event']);
  if (E.isLeft(decoded)) return describeReceivedEventProblem(decoded.left);
  const { signedWith = '' } = given;
  return typeof signedWith === 'string' && /^[ -~]{0,255}$/.test(signedWith)
    ? undefined
    : 'signedWith must be at most 255 printable ASCII characters';
};

/** The first problem of a message that TypeScript may not have seen. */
const problemOf = (message: unknown): string | undefined => {
  if (!isPlainObject(message) || !Array.isArray(message['events'])) {
    return 'it must be an object with the list events';
  }
  const events: ReadonlyArray<unknown> = message['events'];
  const [first] = events.flatMap((event, place) => {
    const problem = problemOfEvent(event);
    return problem === undefined ? [] : [`events[${place}]: ${problem}`];
  });
  return first ?? problemOfAnswer(message['answer']);
};

/** A receiver whose messages are checked: one with an event that no store could keep, or with an answer that cannot be sent, is `Unexpected`. */
export const checkedWebhooks = (webhooks: WebhookReceiver): WebhookReceiver => ({
  receive: (request) =>
    pipe(
      webhooks.receive(request),
      TE.filterOrElseW(
        (message) => problemOf(message) === undefined,
        (message): Unexpected => ({
          _tag: 'Unexpected',
          cause: new TypeError(`the message of webhooks.receive is wrong: ${problemOf(message)}`),
        }),
      ),
    ),
});
