import * as E from 'fp-ts/lib/Either.js';

const movesMoney = [
  'createPaymentIntent',
  'confirmPaymentIntent',
  'capturePaymentIntent',
  'cancelPaymentIntent',
  'createRefund',
];

/**
 * A processor that writes every request that moves money into a journal, before it is sent and after its answer. It passes
 * the requests on to another processor. What the journal does not take is not sent.
 *
 * `write` gets `{ name, input, key, outcome }` and returns a promise. `outcome` is `sent`, `done`, or the `_tag` of the error.
 */
export const journaledProcessor = (processor, write) => {
  // A function of a processor returns a task: it starts when it is called, and never rejects. Errors are values.
  const journaled = (name) => (input, options) => async () => {
    const line = (outcome) => write({ name, input, key: options?.idempotencyKey, outcome });
    try {
      await line('sent');
    } catch (cause) {
      return E.left({ _tag: 'ProcessorUnavailable', outcome: 'not_done', cause });
    }
    const result = await processor[name](input, options)();
    // The work is done now: a failing journal must not hide its result.
    await line(E.isRight(result) ? 'done' : result.left._tag).catch(() => undefined);
    return result;
  };
  return { ...processor, ...Object.fromEntries(movesMoney.map((name) => [name, journaled(name)])) };
};
