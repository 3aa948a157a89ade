/** A call of the shop to the processor: the `call`-th request about the order that changes something, counted from 1. */
type AtCall = { readonly call: number };

/** Whether something happens before the processor did the work of a call, or after that, with the answer not yet sent. */
type AtMoment = AtCall & { readonly when: 'before' | 'after' };

/** The webhooks of an order that are meant: about money that was taken, about a failed payment, or about money given back. */
export type WebhookSubject = 'payment' | 'failure' | 'refund';

type OfWebhooks = { readonly about: WebhookSubject };

/** Incidents of a call between the shop and the processor. */
type NetworkIncident =
  /** The connection breaks before the processor sees the request: nothing is done. */
  | (AtCall & { readonly kind: 'request_lost' })
  /** The work is done, and the connection breaks before the answer. */
  | (AtCall & { readonly kind: 'answer_lost' })
  /** The work is done, and the connection breaks in the middle of the answer. */
  | (AtCall & { readonly kind: 'answer_cut' })
  /** The work is done, and its answer comes this much later. Milliseconds. */
  | (AtCall & { readonly kind: 'answer_late'; readonly ms: number })
  /** Nothing is done, and the processor answers 409 (the key is in use), 429 or 500. */
  | (AtCall & { readonly kind: 'refused'; readonly status: 409 | 429 | 500 });

/** Incidents of the program of the shop. */
type ShopIncident =
  /** It is killed (SIGKILL) and started again. The call is never answered. */
  | (AtMoment & { readonly kind: 'killed' })
  /** It is killed while it handles a webhook of the order, and started again. The webhook is sent again later. */
  | (OfWebhooks & { readonly kind: 'killed_at_webhook' })
  /** It stands still (SIGSTOP) for this long. Milliseconds. */
  | (AtMoment & { readonly kind: 'frozen'; readonly ms: number });

/** Incidents of the webhooks of an order. */
type WebhookIncident =
  | (OfWebhooks & { readonly kind: 'webhook_late'; readonly ms: number })
  /** Each comes a second time, so much after the first. Milliseconds; 0: both at once. */
  | (OfWebhooks & { readonly kind: 'webhook_twice'; readonly ms: number })
  /** The first tries do not reach the shop. It is sent again, as by a processor. */
  | (OfWebhooks & { readonly kind: 'webhook_dropped'; readonly tries: number })
  /** The webhooks of the order are held for this long and then come in reverse order. Milliseconds. */
  | { readonly kind: 'webhooks_reversed'; readonly ms: number }
  /** The webhooks that a call causes come before its answer. */
  | (AtCall & { readonly kind: 'webhook_first' });

/** Actions of the customer, or of the shop's staff. Without one of these a customer pays once, with a good card, and is answered. */
type CustomerIncident =
  /** The first card is declined, with this decline code. The customer takes another card, or leaves. */
  | {
      readonly kind: 'declined';
      readonly code: 'insufficient_funds' | 'generic_decline' | 'expired_card';
      readonly next: 'other_card' | 'leaves';
    }
  /** The card asks for 3D Secure, which the customer passes, fails or leaves alone. */
  | { readonly kind: 'challenged'; readonly ends: 'approved' | 'refused' | 'left' }
  /** The button is pressed twice: the same attempt, so much later. Milliseconds. */
  | { readonly kind: 'double_click'; readonly ms: number }
  /** The order is paid in a second tab too: another attempt, with a key of its own, so much later. Milliseconds. */
  | { readonly kind: 'second_tab'; readonly ms: number }
  /** A customer without an answer presses again, or loads the page again, which makes another key. */
  | { readonly kind: 'retries'; readonly key: 'same' | 'other' }
  /** The staff gives money back in parts, one after the other or at once. Minor units; together at most the order's amount. */
  | { readonly kind: 'refunded'; readonly parts: ReadonlyArray<number>; readonly atOnce: boolean }
  /** The button of the first refund is pressed twice, so much later: the same refund. Milliseconds. Only with `refunded`. */
  | { readonly kind: 'refund_clicked_twice'; readonly ms: number };

/** Incidents of time. */
type TimeIncident =
  /**
   * The answer to a call is lost, and every later call about the order that changes something, until 25 hours have passed: the
   * processor has forgotten its keys before anybody can try again.
   */
  | (AtCall & { readonly kind: 'day_passes' })
  /** Events are listed, and sent, so much later, from the first call of the order. Seconds of the processor's clock. */
  | { readonly kind: 'events_late'; readonly seconds: number };

/** Something that a plan lets happen to one order. Everything that a plan does is one of these, so that it can be left out. */
export type Incident = { readonly id: string } & (
  | NetworkIncident
  | ShopIncident
  | WebhookIncident
  | CustomerIncident
  | TimeIncident
);

export type IncidentKind = Incident['kind'];

export type IncidentOf<K extends IncidentKind> = Extract<Incident, { readonly kind: K }>;
