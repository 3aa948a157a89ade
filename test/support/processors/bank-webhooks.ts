import { createHmac } from 'node:crypto';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { WebhookReceiver } from '../../../src/application/ports/webhook-receiver.js';
import type { SnapshotEvent } from '../../../src/domain/events/processor-event.js';

const secret = 'the secret of the bank';

export const bankSignature = (body: string | Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('base64');

const eventOf = (id: string, order: string, key: string | null): SnapshotEvent => ({
  id,
  object: 'event',
  type: 'payment.paid',
  created: 1_800_000_000,
  data: { object: { id: order, ...(key === null ? {} : { metadata: { pasarela_key: key } }) } },
});

/**
 * Webhooks that are not Stripe's: a form `n=<notification>&order=<number>` with several `n`, signed in `x-bank-signature`, which is
 * to be answered with `*ok*`; without `n`, with 204. `key`: the idempotency key of the order.
 */
export const bankWebhooks: WebhookReceiver = {
  receive: ({ headers, body }) => {
    const signature = headers['x-bank-signature'];
    if (signature === undefined) {
      return TE.left({ _tag: 'WebhookSignatureMissing', header: 'x-bank-signature' });
    }
    if (signature !== bankSignature(body)) {
      return TE.left({ _tag: 'WebhookSignatureInvalid', detail: 'the bank has not signed this' });
    }
    const form = new URLSearchParams(new TextDecoder().decode(body));
    const order = form.get('order');
    if (order === null) {
      return TE.left({ _tag: 'WebhookPayloadInvalid', detail: 'it has no order' });
    }
    const events = form.getAll('n').map((id) => ({
      event: eventOf(id, order, form.get('key')),
      signedWith: 'bank',
    }));
    return TE.right({ events, answer: events.length === 0 ? { status: 204 } : { body: '*ok*' } });
  },
};
