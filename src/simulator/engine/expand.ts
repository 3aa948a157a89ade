import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { isPlainObject } from '../../domain/input/json.js';
import { redact } from '../../domain/text/redact.js';
import { type ApiError, invalidRequest } from './errors.js';
import { toPaymentMethod, toSource } from './methods/payment-method-view.js';
import { toBalanceTransaction } from './objects/balance.js';
import { toDeletedCustomer } from './objects/customer.js';
import { deepFreeze, type JsonObject } from './objects/json.js';
import { toLineItem } from './objects/line-item.js';
import type { ObjectName } from './objects/object.js';
import { otherPaymentMethodTypes } from './objects/payment-method.js';
import type { WireValue } from './params/param.js';
import { listParam, textParam } from './params/primitives.js';
import { take } from './store/list-page.js';
import { toDispute } from './store/show-dispute.js';
import type { State } from './store/state.js';

/** The state, and the time at which its objects are shown. */
type View = { readonly state: State; readonly now: number };

/** The object that replaces an id, or the list that an otherwise absent field shows. */
type Expansion =
  | ObjectName
  | { readonly anyOf: ReadonlyArray<ObjectName> }
  | { readonly listOf: ObjectName }
  // A list of objects that are not simulated.
  | { readonly emptyList: true }
  // Always `null` or absent: an object that is not simulated.
  | { readonly never: true }
  // A part of the object, which is shown as it is: also unasked, or always with this value.
  | { readonly part: 'always' }
  | { readonly part: 'asked'; readonly value: unknown };

const never = { never: true } as const;
const always = { part: 'always' } as const;
const asked = (value: unknown) => ({ part: 'asked', value: deepFreeze(value) }) as const;

// Recorded in versions from 2025-10-29.clover on.
const unknownTax = asked({
  automatic_tax: 'unrecognized_location',
  ip_address: null,
  location: null,
  provider: 'stripe',
});

const parts = <const N extends string>(...names: ReadonlyArray<N>) =>
  Object.fromEntries(names.map((name) => [name, always] as const));

// A payment with another type of payment method leads to these.
const generated = (details: string) =>
  Object.fromEntries(
    ['bancontact', 'ideal', 'sofort'].flatMap((type) => [
      [`${details}.${type}.generated_sepa_debit`, 'payment_method'] as const,
      [`${details}.${type}.generated_sepa_debit_mandate`, 'mandate'] as const,
    ]),
  );

const files = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
];

/** The fields that can be expanded: https://github.com/stripe/openapi calls them `x-expandableFields`. A dot leads into a part. */
const expansions: {
  readonly [name in ObjectName]: { readonly [field: string]: Expansion };
} = {
  account: parts(
    'business_profile',
    'capabilities',
    'company',
    'controller',
    'external_accounts',
    'future_requirements',
    'individual',
    'requirements',
    'settings',
    'tos_acceptance',
  ),
  balance: parts(
    'available',
    'connect_reserved',
    'instant_available',
    'instant_available.net_available',
    'issuing',
    'pending',
    'refund_and_dispute_prefunding',
  ),
  balance_transaction: {
    ...parts('fee_details'),
    source: { anyOf: ['charge', 'refund', 'dispute', 'payout'] },
  },
  card: { account: never, customer: 'customer' },
  charge: {
    ...parts(
      'billing_details',
      'fraud_details',
      'outcome',
      'payment_method_details',
      'payment_method_details.card',
      'radar_options',
      'shipping',
      'transfer_data',
    ),
    ...generated('payment_method_details'),
    'payment_method_details.card.mandate': 'mandate',
    'payment_method_details.us_bank_account.mandate': 'mandate',
    application: never,
    application_fee: never,
    balance_transaction: 'balance_transaction',
    customer: 'customer',
    dispute: 'dispute',
    failure_balance_transaction: 'balance_transaction',
    invoice: never,
    on_behalf_of: never,
    'outcome.rule': never,
    payment_intent: 'payment_intent',
    refunds: { listOf: 'refund' },
    review: never,
    source_transfer: never,
    transfer: never,
    'transfer_data.destination': never,
  },
  'checkout.session': {
    customer: 'customer',
    invoice: never,
    line_items: { listOf: 'item' },
    payment_intent: 'payment_intent',
    payment_link: never,
    setup_intent: 'setup_intent',
    'shipping_cost.shipping_rate': 'shipping_rate',
    subscription: never,
  },
  confirmation_token: {},
  customer: {
    ...parts('address', 'discount', 'invoice_settings', 'shipping'),
    cash_balance: asked(null),
    default_source: 'card',
    'discount.promotion_code': never,
    'discount.source.coupon': never,
    invoice_credit_balance: asked({}),
    'invoice_settings.default_payment_method': 'payment_method',
    sources: { listOf: 'card' },
    subscriptions: { emptyList: true },
    tax: unknownTax,
    tax_ids: { emptyList: true },
    test_clock: never,
  },
  dispute: {
    ...parts(
      'balance_transactions',
      'evidence',
      'evidence_details',
      'payment_method_details',
      'payment_method_details.card',
    ),
    ...Object.fromEntries(files.map((file) => [`evidence.${file}`, never] as const)),
    balance_transaction: 'balance_transaction',
    charge: 'charge',
    payment_intent: 'payment_intent',
  },
  event: parts('data', 'request'),
  mandate: {
    ...parts('customer_acceptance', 'multi_use', 'payment_method_details', 'single_use'),
    on_behalf_of: never,
    payment_method: 'payment_method',
  },
  item: { ...parts('discounts', 'price', 'taxes'), 'price.product': 'product' },
  payment_intent: {
    ...parts(
      'amount_details',
      'automatic_payment_methods',
      'last_payment_error',
      'next_action',
      'payment_method_options',
      'payment_method_options.card',
      'processing',
      'shipping',
      'transfer_data',
    ),
    application: never,
    customer: 'customer',
    invoice: never,
    'last_payment_error.payment_method': 'payment_method',
    latest_charge: 'charge',
    on_behalf_of: never,
    payment_method: 'payment_method',
    review: never,
    source: 'card',
    'transfer_data.destination': never,
  },
  payment_method_configuration: {},
  payment_method: {
    ...parts('billing_details', 'card', 'radar_options'),
    ...parts(...otherPaymentMethodTypes, 'card_present', 'interac_present'),
    // A card that a terminal has read; no card here is.
    'card.generated_from.setup_attempt': 'setup_attempt',
    customer: 'customer',
    'sepa_debit.generated_from.charge': 'charge',
    'sepa_debit.generated_from.setup_attempt': 'setup_attempt',
  },
  product: {
    ...parts('features', 'package_dimensions'),
    default_price: never,
    tax_code: never,
  },
  payout: {
    balance_transaction: 'balance_transaction',
    // The bank account is not shown.
    destination: 'card',
    failure_balance_transaction: 'balance_transaction',
    original_payout: 'payout',
    reversed_by: 'payout',
  },
  refund: {
    ...parts('next_action'),
    balance_transaction: 'balance_transaction',
    charge: 'charge',
    customer: 'customer',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
    source_transfer_reversal: never,
    transfer_reversal: never,
  },
  setup_attempt: {
    ...parts('payment_method_details', 'payment_method_details.card', 'setup_error'),
    ...generated('payment_method_details'),
    application: never,
    customer: 'customer',
    on_behalf_of: never,
    payment_method: 'payment_method',
    'payment_method_details.card_present.generated_card': never,
    'setup_error.payment_method': 'payment_method',
    setup_intent: 'setup_intent',
  },
  setup_intent: {
    ...parts(
      'automatic_payment_methods',
      'last_setup_error',
      'next_action',
      'payment_method_options',
      'payment_method_options.card',
    ),
    application: never,
    customer: 'customer',
    'last_setup_error.payment_method': 'payment_method',
    latest_attempt: 'setup_attempt',
    mandate: 'mandate',
    on_behalf_of: never,
    payment_method: 'payment_method',
    single_use_mandate: 'mandate',
  },
  shipping_rate: { ...parts('delivery_estimate', 'fixed_amount'), tax_code: never },
  token: parts('bank_account', 'card'),
  webhook_endpoint: {},
};

const kindsOf = (expansion: Expansion): ReadonlyArray<ObjectName> => {
  if (typeof expansion === 'string') return [expansion];
  if ('emptyList' in expansion || 'never' in expansion || 'part' in expansion) return [];
  return 'anyOf' in expansion ? expansion.anyOf : [expansion.listOf];
};

type Find = (view: View, id: string) => JsonObject | undefined;

const ifThere = <A>(row: A | undefined, show: (row: A) => JsonObject): JsonObject | undefined =>
  row === undefined ? undefined : show(row);

/** Finds an object by its id, as its retrieval returns it. `null`: an object that replaces no id. */
const finders: { readonly [name in ObjectName]: Find | null } = {
  account: null,
  balance: null,
  balance_transaction: ({ state, now }, id) =>
    ifThere(state.transactions.get(id), (entry) => toBalanceTransaction(entry, now)),
  card: ({ state }, id) => {
    const instrument = state.instruments.get(id);
    return instrument?.kind === 'card' ? toSource(instrument) : undefined;
  },
  charge: ({ state }, id) => state.charges.get(id),
  'checkout.session': null,
  confirmation_token: null,
  customer: ({ state }, id) =>
    ifThere(state.deletedCustomers.get(id), toDeletedCustomer) ?? state.customers.get(id),
  dispute: (view, id) =>
    ifThere(view.state.disputes.get(id), (dispute) => toDispute(view, dispute)),
  event: ({ state }, id) => state.events.get(id),
  item: null,
  mandate: ({ state }, id) => state.mandates.get(id),
  payment_intent: ({ state }, id) => state.intents.get(id),
  payment_method_configuration: null,
  payment_method: ({ state }, id) => ifThere(state.instruments.get(id), toPaymentMethod),
  payout: ({ state }, id) => state.payouts.get(id),
  product: ({ state }, id) => state.products.get(id),
  refund: ({ state }, id) => state.refunds.get(id),
  setup_attempt: ({ state }, id) => state.setupAttempts.get(id),
  setup_intent: ({ state }, id) => state.setupIntents.get(id),
  shipping_rate: ({ state }, id) => state.shippingRates.get(id),
  token: null,
  webhook_endpoint: null,
};

const pageSize = 10;

const firstPage = (rows: Iterable<JsonObject>, url: string): JsonObject => {
  const found = take(rows, pageSize + 1);
  return { object: 'list', data: found.slice(0, pageSize), has_more: found.length > pageSize, url };
};

const cardsOf = function* (state: State, customer: string): Iterable<JsonObject> {
  const { instruments, customers } = state;
  const first = instruments.get(customers.get(customer)?.default_source ?? '');
  if (first !== undefined) yield toSource(first);
  for (const card of instruments.newestFirst({ index: 'source', key: customer })) {
    if (card.id !== first?.id) yield toSource(card);
  }
};

const linesOf = function* ({ lineItems }: State, session: string): Iterable<JsonObject> {
  for (const line of lineItems.newestFirst({ index: 'session', key: session })) {
    yield toLineItem(line);
  }
};

/** Recorded: a list that is expanded in its owner says how many it has. */
const wholeList = (all: ReadonlyArray<JsonObject>, url: string): JsonObject => ({
  ...firstPage(all, url),
  total_count: all.length,
});

/** The first page of the list that an expanded field shows, such as the refunds of a charge. */
const includedList = (state: State, field: string, owner: string): JsonObject | undefined => {
  switch (field) {
    case 'sources':
      return wholeList([...cardsOf(state, owner)], `/v1/customers/${owner}/sources`);
    case 'subscriptions':
    case 'tax_ids':
      return wholeList([], `/v1/customers/${owner}/${field}`);
    case 'line_items':
      return firstPage(linesOf(state, owner), `/v1/checkout/sessions/${owner}/line_items`);
    case 'refunds':
      return wholeList(
        [...state.refunds.newestFirst({ index: 'charge', key: owner })],
        `/v1/charges/${owner}/refunds`,
      );
    default:
      return undefined;
  }
};

/** The path that adds the number of all matches to a search result. */
export const totalCount = 'total_count';

const mostLevels = 4;
const pathList = listParam(textParam);

const tooDeep = (path: string): ApiError =>
  invalidRequest(
    `You cannot expand more than ${mostLevels} levels of a property. Property: ${redact(path)}`,
    { code: 'property_expansion_max_depth' },
  );

/** The error for a path that cannot be expanded. */
export const notExpandable = (path: string, instead?: string): ApiError => {
  const advice =
    instead === undefined ? '' : ` You may want to try expanding '${instead}' instead.`;
  return invalidRequest(`This property cannot be expanded (${redact(path)}).${advice}`);
};

/** Splits a path into the fields that lead from object to object; `null` if one cannot be expanded. */
const fieldsOf = (
  object: ObjectName,
  segments: ReadonlyArray<string>,
): ReadonlyArray<string> | null => {
  const known = expansions[object];
  // The longest first: a path into a part also begins with the part.
  for (let length = segments.length; length > 0; length -= 1) {
    const field = segments.slice(0, length).join('.');
    const target = Object.hasOwn(known, field) ? known[field] : undefined;
    if (target === undefined) continue;
    // The fields of the missing object are not known here.
    if (target === never) return [field];
    if (typeof target === 'object' && ('emptyList' in target || 'part' in target)) {
      return segments.length === length ? [field] : null;
    }
    const isList = typeof target === 'object' && 'listOf' in target;
    const skipped = isList && segments[length] === 'data' ? 1 : 0;
    const left = segments.slice(length + skipped);
    const rest = kindsOf(target)
      .map((kind) => fieldsOf(kind, left))
      .find((fields) => fields !== null);
    return rest === undefined ? null : [field, ...rest];
  }
  return segments.length === 0 ? [] : null;
};

/** An operation whose answer can be expanded; with `count`, also by `total_count`. */
type Expandable = {
  readonly returns: ObjectName;
  readonly list?: true;
  readonly count?: unknown;
};

const readPath =
  ({ returns, list, count }: Expandable) =>
  (path: string): E.Either<ApiError, ReadonlyArray<string>> => {
    const segments = path.split('.');
    if (segments.length > mostLevels) return E.left(tooDeep(path));
    if (path === totalCount && count !== undefined) return E.right([path]);
    const [first, ...rest] = segments;
    if (list === true && first !== 'data') {
      const isOfItems = fieldsOf(returns, segments) !== null;
      return E.left(notExpandable(path, isOfItems ? `data.${path}` : undefined));
    }
    const fields = fieldsOf(returns, list === true ? rest : segments);
    return fields === null ? E.left(notExpandable(path)) : E.right(fields);
  };

/** Reads `expand[]`: for each path, the fields that lead from object to object. */
export const readExpand = (
  operation: Expandable,
  given: WireValue,
): E.Either<ApiError, ReadonlyArray<ReadonlyArray<string>>> =>
  pipe(
    pathList.read(given, 'expand'),
    E.flatMap(E.traverseArray(readPath(operation))),
    E.map(RA.filter((fields) => fields.length > 0)),
  );

/** The object with a changed field; a dot leads into a nested hash. */
const changeField = (
  object: JsonObject,
  field: string,
  change: (value: unknown) => unknown,
): JsonObject => {
  const [first = '', ...rest] = field.split('.');
  const inner = object[first];
  if (rest.length === 0) return { ...object, [first]: change(inner) };
  return isPlainObject(inner)
    ? { ...object, [first]: changeField(inner, rest.join('.'), change) }
    : object;
};

const changeItems = (list: JsonObject, change: (item: JsonObject) => JsonObject): JsonObject => {
  const { data } = list;
  return Array.isArray(data) ? { ...list, data: data.filter(isPlainObject).map(change) } : list;
};

const findFirst = (
  view: View,
  kinds: ReadonlyArray<ObjectName>,
  id: string,
): JsonObject | undefined => {
  for (const kind of kinds) {
    const found = finders[kind]?.(view, id);
    if (found !== undefined) return found;
  }
  return undefined;
};

const expandPath = (
  view: View,
  kind: ObjectName,
  object: JsonObject,
  [field, ...rest]: ReadonlyArray<string>,
): JsonObject => {
  const target = field === undefined ? undefined : expansions[kind][field];
  // A deleted object has no fields to expand.
  if (field === undefined || target === undefined || object['deleted'] === true) return object;
  if (target === never || target === always) return object;
  return changeField(object, field, (present) => {
    if (typeof target === 'object' && 'emptyList' in target) {
      return includedList(view.state, field, String(object['id']));
    }
    if (typeof target === 'object' && 'part' in target)
      return target.part === 'asked' ? target.value : present;
    // An earlier path may already have expanded the field.
    if (typeof target === 'object' && 'listOf' in target) {
      const list = present ?? includedList(view.state, field, String(object['id']));
      return isPlainObject(list)
        ? changeItems(list, (item) => expandPath(view, target.listOf, item, rest))
        : list;
    }
    const kinds = kindsOf(target);
    const found = typeof present === 'string' ? findFirst(view, kinds, present) : present;
    if (!isPlainObject(found)) return present;
    const shown = kinds.find((one) => one === found['object']);
    return shown === undefined ? found : expandPath(view, shown, found, rest);
  });
};

const lists: ReadonlySet<unknown> = new Set(['list', 'search_result']);

/** Replaces ids with objects along the paths, in an object or in each item of a list. */
export const expandAnswer = (
  view: View,
  kind: ObjectName,
  answer: JsonObject,
  paths: ReadonlyArray<ReadonlyArray<string>>,
): JsonObject => {
  const expand = (one: JsonObject): JsonObject =>
    paths.reduce((expanded, path) => expandPath(view, kind, expanded, path), one);
  return lists.has(answer['object']) ? changeItems(answer, expand) : expand(answer);
};
