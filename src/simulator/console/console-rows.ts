import * as E from 'fp-ts/lib/Either.js';
import { objectFields, textField } from '../../domain/input/json.js';
import { attemptControl } from '../controls/processor-controls.js';
import type { ConsoleAccount } from './console-desk.js';
import { shownStatus } from './shown-status.js';

/** The charge of a payment, or the intent of a checkout session; `null`: there is none. */
export const relatedTo = ({ find }: ConsoleAccount, object: object): object | null => {
  const fields = objectFields(object);
  const id =
    fields['latest_charge'] ??
    (fields['object'] === 'checkout.session' &&
      (fields['payment_intent'] ?? fields['setup_intent']));
  return typeof id === 'string' ? find(id) : null;
};

const emailOf = ({ find }: ConsoleAccount, object: object, related: object | null): string => {
  const customer = textField(object, 'customer');
  return (
    textField(object, 'receipt_email') ||
    textField(objectFields(object)['customer_details'], 'email') ||
    textField(object, 'customer_email') ||
    (customer === '' ? '' : textField(find(customer), 'email')) ||
    textField(objectFields(related)['billing_details'], 'email')
  );
};

/** The part of the customer: the intent that waits for them, the name of its payment method, and the page to open. */
type Awaited = {
  readonly intent: string | null;
  readonly method: string | null;
  readonly page: string | null;
};

const pageOf = (intent: unknown): string | null => {
  const action = objectFields(objectFields(intent)['next_action']);
  const url =
    textField(action['redirect_to_url'], 'url') || textField(action['use_stripe_sdk'], 'stripe_js');
  return url === '' ? null : url;
};

/** The approval that waits for the customer of an object, and their page on this server. */
export const awaitedBy = (
  { controls }: ConsoleAccount,
  object: object,
  related: unknown,
): Awaited => {
  const isSession = textField(object, 'object') === 'checkout.session';
  const intent = isSession ? related : object;
  const id = textField(intent, 'id');
  const waits = textField(intent, 'status') === 'requires_action';
  const method = waits ? attemptControl(() => controls.awaitedMethod(id)) : E.left(null);
  const own = textField(object, 'url');
  return {
    intent: waits ? id : null,
    method: E.isRight(method) ? method.right.name : null,
    page: isSession ? own || null : pageOf(intent),
  };
};

const described = new Set(['payment_intent', 'setup_intent', 'checkout.session']);

/**
 * An object in a list, with what people look for: its status in one word, the customer's address, what was bought, and
 * what the customer has to do.
 */
export const consoleRow = (account: ConsoleAccount, object: object): object => {
  if (!described.has(textField(object, 'object'))) {
    return { ...object, shown_status: shownStatus(object) };
  }
  const related = relatedTo(account, object);
  const about =
    textField(object, 'description') ||
    (textField(object, 'object') === 'checkout.session'
      ? account.linesOf(textField(object, 'id')).join(', ')
      : '');
  return {
    ...object,
    shown_status: shownStatus(object, related),
    email: emailOf(account, object, related),
    about,
    awaits: awaitedBy(account, object, related),
  };
};
