import type { ErrorFields } from '../shared/api.js';
import { type ElementType, elementTypes } from '../shared/frame-calls.js';
import { type Fields, fieldsOf, isFields, textIn } from '../shared/json.js';
import type { Client } from './client.js';
import { checkDeferredOptions, deferredContextOf } from './deferred-options.js';
import { createElement, type ElementHandle, type ShopElement } from './element.js';
import { createElementWallet, type PaymentSource } from './element-wallet.js';
import { createEmitter } from './emitter.js';
import { createExpressCheckout, type ExpressHandle } from './express-checkout.js';
import { IntegrationError } from './integration-error.js';
import { fetchIntent, type IntentSecret, readIntentSecret } from './intent.js';
import { warnOfUnknownOptions } from './known-options.js';

/** A group of elements as the shop's page uses it. */
type ShopElements = {
  readonly create: (type: unknown, options?: unknown) => ShopElement;
  readonly getElement: (type: unknown) => ShopElement | null;
  readonly update: (options: unknown) => Promise<void>;
  readonly on: (event: string, handler: unknown) => void;
  readonly submit: () => Promise<Fields>;
  readonly fetchUpdates: () => Promise<Fields>;
};

/** The functions of a group for the stand-in itself. */
type ElementsHandle = {
  /** The payment element in the page, or the wallet that the customer has chosen in it. */
  readonly payment: () => PaymentSource | undefined;
  readonly express: () => ExpressHandle | null;
  /** The client secret that the shop gave the group. */
  readonly secret: () => IntentSecret | null;
  /** Whether `submit` was called since the group was made. Obligatory for a group without a client secret. */
  readonly submitted: () => boolean;
  /** The options of a group without a client secret, as a request has them. */
  readonly context: () => Fields;
  readonly locale: () => string | undefined;
};

const handles = new WeakMap<object, ElementsHandle>();

export const elementsHandleOf = (value: unknown): ElementsHandle | undefined =>
  isFields(value) ? handles.get(value) : undefined;

const isType = (value: unknown): value is ElementType =>
  elementTypes.some((type) => type === value);

/** The type of an element, by its name or by the component of `@stripe/react-stripe-js`. */
const typeOf = (value: unknown): unknown =>
  typeof value === 'function' && '__elementType' in value ? value.__elementType : value;

const checkType = (value: unknown): ElementType => {
  if (isType(value)) return value;
  throw new IntegrationError(
    `A valid Element name must be provided. Valid Elements are:\n  ${elementTypes.join(', ')}, expressCheckout; you passed: \`${String(value)}\`.`,
  );
};

/** Whether an element has the fields of another already. */
const excludes = (one: ElementType, other: ElementType): boolean =>
  (one === 'card' || one === 'payment') && /^(?:card|payment)/.test(other);

export const createElements = (client: Client, given: Fields): ShopElements => {
  // Tells the frames of this group from those of other groups of the page, which another copy of this script may have made.
  const group = Math.random().toString(36).slice(2);
  const made = new Map<ElementType, ElementHandle>();
  let options = given;
  let submitted = false;
  let express: ExpressHandle | null = null;

  checkDeferredOptions(client, options);
  warnOfUnknownOptions('elements()', 'elements', options);
  const { clientSecret } = options;
  const secret = clientSecret === undefined ? null : readIntentSecret('elements()', clientSecret);

  const load = async () => {
    const unknown = { amount: null, currency: null };
    if (secret === null) {
      const { amount, currency } = options;
      return {
        error: null,
        amount: typeof amount === 'number' ? amount : null,
        currency: textIn(currency) ?? null,
      };
    }
    const outcome = await fetchIntent(client, secret);
    if (outcome.error !== undefined) return { error: outcome.error, ...unknown };
    const { amount, currency } = outcome.object;
    return {
      error: null,
      amount: typeof amount === 'number' ? amount : null,
      currency: textIn(currency) ?? null,
    };
  };
  const loadError = async (): Promise<ErrorFields | null> => (await load()).error;

  const occasion = (): Fields =>
    secret === null ? deferredContextOf(options) : { client_secret: secret.secret };
  const locale = (): string | undefined => textIn(options['locale']) ?? client.locale;
  const wallet = createElementWallet({
    client,
    payment: () => made.get('payment'),
    locale,
    money: load,
  });

  const checkKnown = (what: string): void => {
    if (secret !== null || options['mode'] !== undefined) return;
    throw new IntegrationError(
      `In order to create ${what}, you must pass a clientSecret or mode when creating the Elements group.\n\ne.g. stripe.elements({clientSecret: "{{CLIENT_SECRET}}"})`,
    );
  };

  const refuseSecond = (type: ElementType): void => {
    if (made.has(type)) {
      throw new IntegrationError(`Can only create one Element of type ${type}.`);
    }
    const other = [...made.keys()].find((one) => excludes(type, one) || excludes(one, type));
    if (other !== undefined) {
      throw new IntegrationError(
        `Cannot create an Element of type ${type} after an Element of type ${other} has already been created.`,
      );
    }
  };

  let spoken = locale();
  const show = async (): Promise<void> => {
    const styled = [...made.values()].filter(({ type }) => !/^(?:card|iban)/.test(type));
    await Promise.all(styled.map((handle) => handle.restyle(fieldsOf(options['appearance']))));
    if (spoken !== locale()) {
      spoken = locale();
      const speaking = [...made.values(), ...(express === null ? [] : [express])];
      await Promise.all(speaking.map((one) => one.speak(spoken)));
    }
    await made.get('payment')?.regroup(occasion());
    emitter.emit('update-end', {});
  };

  const elements: ShopElements = {
    create: (type, elementOptions) => {
      const created = typeOf(type);
      if (created === 'expressCheckout') {
        warnOfUnknownOptions('create()', created, fieldsOf(elementOptions));
        checkKnown('an express checkout element');
        express = createExpressCheckout(fieldsOf(elementOptions), {
          client,
          group: () => options,
          occasion,
          locale,
          loading: load,
          onDestroy: () => {
            express = null;
          },
        });
        return express.element;
      }
      const checked = checkType(created);
      refuseSecond(checked);
      warnOfUnknownOptions('create()', checked, fieldsOf(elementOptions));
      if (checked === 'payment') checkKnown('a payment element');
      const handle = createElement(checked, fieldsOf(elementOptions), {
        client,
        // Not of one form with the card, beside which it may stand.
        group: checked === 'iban' ? `${group}-iban` : group,
        appearance: () => fieldsOf(options['appearance']),
        occasion,
        locale,
        loading: checked === 'payment' ? loadError : () => Promise.resolve(null),
        onDestroy: () => {
          made.delete(checked);
          if (checked === 'payment') wallet.close();
        },
      });
      made.set(checked, handle);
      return handle.element;
    },
    getElement: (type) => {
      const wanted = typeOf(type);
      if (wanted === 'expressCheckout') return express?.element ?? null;
      return isType(wanted) ? (made.get(wanted)?.element ?? null) : null;
    },
    update: (changes) => {
      const changed = { ...options, ...fieldsOf(changes) };
      checkDeferredOptions(client, changed);
      warnOfUnknownOptions('update()', 'elements', fieldsOf(changes));
      options = changed;
      return show();
    },
    on: (event, handler) => {
      emitter.on(event, handler);
    },
    submit: async () => {
      submitted = true;
      const confirmed = express?.confirming() ?? null;
      if (confirmed !== null) return { selectedPaymentMethod: confirmed.type };
      if (made.get('payment')?.isMounted() !== true) {
        throw new IntegrationError(
          'elements.submit() needs a mounted Payment Element in its Elements group.',
        );
      }
      // All of them, so that each shows its errors.
      const shown = [...made.values()].filter((element) => element.isMounted());
      const errors = await Promise.all(shown.map((element) => element.validate()));
      const error =
        errors.find((one) => one !== null) ??
        (wallet.chosen() === null ? null : await wallet.authorize());
      return error === null
        ? { selectedPaymentMethod: made.get('payment')?.selected() ?? 'card' }
        : { error };
    },
    fetchUpdates: async () => {
      if (secret === null) return {};
      const { error } = await fetchIntent(client, secret);
      if (error !== undefined) return { error };
      await made.get('payment')?.regroup(occasion());
      return {};
    },
  };
  const emitter = createEmitter(() => elements);
  handles.set(elements, {
    payment: () => {
      const element = made.get('payment');
      return wallet.chosen() ?? (element?.isMounted() === true ? element : undefined);
    },
    locale,
    express: () => express,
    secret: () => secret,
    submitted: () => submitted,
    context: () =>
      options['mode'] === undefined ? {} : { client_context: deferredContextOf(options) },
  });
  return elements;
};
