import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { isPlainObject } from '../../domain/json.js';
import { redact } from '../../domain/redact.js';
import { toPaymentMethod, toSource } from './cards/card-views.js';
import { type ApiError, invalidRequest } from './errors.js';
import { toBalanceTransaction } from './objects/balance.js';
import { toDeletedCustomer } from './objects/customer.js';
import type { JsonObject } from './objects/json.js';
import { toLineItem } from './objects/line-item.js';
import type { ObjectName } from './objects/object.js';
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
  // Always `null`: an object that is not simulated.
  | { readonly never: true };

const never = { never: true } as const;

/** The expandable fields of each object. A dot leads into a nested hash. */
const expansions: {
  readonly [name in ObjectName]: { readonly [field: string]: Expansion };
} = {
  account: {},
  balance: {},
  balance_transaction: { source: { anyOf: ['charge', 'refund', 'dispute', 'payout'] } },
  card: { account: never, customer: 'customer' },
  charge: {
    application: never,
    application_fee: never,
    balance_transaction: 'balance_transaction',
    customer: 'customer',
    dispute: 'dispute',
    failure_balance_transaction: 'balance_transaction',
    on_behalf_of: never,
    payment_intent: 'payment_intent',
    refunds: { listOf: 'refund' },
    review: never,
    source_transfer: never,
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
    default_source: 'card',
    'invoice_settings.default_payment_method': 'payment_method',
    sources: { listOf: 'card' },
    subscriptions: { emptyList: true },
    tax_ids: { emptyList: true },
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  event: {},
  item: { 'price.product': 'product' },
  payment_intent: {
    application: never,
    customer: 'customer',
    latest_charge: 'charge',
    on_behalf_of: never,
    payment_method: 'payment_method',
    review: never,
    source: 'card',
    'transfer_data.destination': never,
  },
  // A card that a terminal has read; no card here is.
  payment_method: { customer: 'customer', 'card.generated_from.setup_attempt': 'setup_attempt' },
  product: {},
  payout: {
    balance_transaction: 'balance_transaction',
    // The bank account is not shown.
    destination: 'card',
    failure_balance_transaction: 'balance_transaction',
    original_payout: 'payout',
    reversed_by: 'payout',
  },
  refund: {
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
    application: never,
    customer: 'customer',
    on_behalf_of: never,
    payment_method: 'payment_method',
    setup_intent: 'setup_intent',
  },
  setup_intent: {
    application: never,
    customer: 'customer',
    latest_attempt: 'setup_attempt',
    mandate: never,
    on_behalf_of: never,
    payment_method: 'payment_method',
    single_use_mandate: never,
  },
  shipping_rate: {},
  token: {},
  webhook_endpoint: {},
};

const kindsOf = (expansion: Expansion): ReadonlyArray<ObjectName> => {
  if (typeof expansion === 'string') return [expansion];
  if ('emptyList' in expansion || 'never' in expansion) return [];
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
  payment_intent: ({ state }, id) => state.intents.get(id),
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

const refundsOf = ({ refunds }: State, charge: string): JsonObject => {
  const all = [...refunds.newestFirst({ index: 'charge', key: charge })];
  return { ...firstPage(all, `/v1/charges/${charge}/refunds`), total_count: all.length };
};

/** The first page of the list that an expanded field shows, such as the refunds of a charge. */
const includedList = (state: State, field: string, owner: string): JsonObject | undefined => {
  switch (field) {
    case 'sources':
      return firstPage(cardsOf(state, owner), `/v1/customers/${owner}/sources`);
    case 'subscriptions':
    case 'tax_ids':
      return firstPage([], `/v1/customers/${owner}/${field}`);
    case 'line_items':
      return firstPage(linesOf(state, owner), `/v1/checkout/sessions/${owner}/line_items`);
    case 'refunds':
      return refundsOf(state, owner);
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

const notExpandable = (path: string, instead?: string): ApiError => {
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
  for (const length of [1, 2, 3]) {
    const field = segments.slice(0, length).join('.');
    const target = Object.hasOwn(known, field) ? known[field] : undefined;
    if (target === undefined) continue;
    // The fields of the missing object are not known here.
    if (target === never) return [field];
    if (typeof target === 'object' && 'emptyList' in target) {
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
  return changeField(object, field, (present) => {
    if (typeof target === 'object' && 'emptyList' in target) {
      return includedList(view.state, field, String(object['id']));
    }
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
