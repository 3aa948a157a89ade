import * as E from 'fp-ts/lib/Either.js';
import { chargesOf } from '../../adapters/outbound/stripe-objects/intent-charges.js';
import { isPlainObject } from '../../domain/input/json.js';
import { redact } from '../../domain/text/redact.js';
import type { Engine } from '../engine/engine.js';
import { type ApiError, invalidRequest } from '../engine/errors.js';
import { notExpandable } from '../engine/expand.js';
import type { Definition } from '../engine/kernel/operation.js';
import { remembering } from '../engine/kernel/remembering.js';
import type { IntentDefaults } from '../engine/kernel/request-context.js';
import type { JsonObject } from '../engine/objects/json.js';
import { accountApiVersion } from '../engine/objects/object.js';
import type { WireHash, WireValue } from '../engine/params/param.js';
import { listRefunds } from '../engine/refunds/read.js';
import { listSources } from '../engine/sources/operations.js';

// A date, since 2024 with the name of a release; clients of previews append the preview's version.
const format = /^(\d{4}-\d{2}-\d{2})(?:\.[a-z]+)?(?:; ?[a-z0-9_]+=v\d+)*$/;

const isVersion = (header: string): boolean => {
  const day = format.exec(header)?.[1];
  if (day === undefined) return false;
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

// Clients send the same few versions again and again.
const mostKnown = 100;

/** The API version of a response: `Stripe-Version`, or the default version. */
export const readVersion = remembering(
  mostKnown,
  (header): E.Either<ApiError, string> => {
    if (header === '') return E.right(accountApiVersion);
    return isVersion(header)
      ? E.right(header)
      : E.left(invalidRequest(`Invalid Stripe API version: ${redact(header).slice(0, 40)}`));
  },
  E.isRight,
);

/** The first versions with a change. docs/stripe-coverage.md has their sources. */
export const firstVersions = {
  balanceOfCustomer: '2019-10-17',
  noTaxInformation: '2019-12-03',
  cardsOnRequest: '2020-08-27',
  searches: '2020-08-27',
  latestCharge: '2022-11-15',
  refundsOnRequest: '2022-11-15',
  noDefaultCurrency: '2022-11-15',
  enabledMethods: '2023-08-16',
  asynchronousCapture: '2024-04-10',
  collectedInformation: '2025-03-31',
  invoicePayments: '2025-03-31',
  pageModes: '2026-03-25',
  allowedTypes: '2026-07-29',
  noMethodTypes: '2026-09-30',
} as const;

/** Defaults of an intent in this version. */
export const intentDefaultsIn = remembering(
  mostKnown,
  (version): IntentDefaults => ({
    methods: version < firstVersions.enabledMethods ? 'cards' : 'enabled',
    captureMethod: version < firstVersions.asynchronousCapture ? 'automatic' : 'automatic_async',
  }),
);

// Previews were a month ahead: https://docs.stripe.com/changelog/dahlia/2026-08-26/removes-payment-method-types-parameter-from-payment-intents-setup-intents
const firstPreviewWithoutMethodTypes = '2026-08-26';

type Rule = {
  readonly param: string;
  readonly operations: ReadonlySet<string>;
  /** Whether the rule is about this value. Absent: about every value. */
  readonly about?: (value: WireValue | undefined) => boolean;
  /** Whether a version refuses the parameter. */
  readonly refuses: (version: string) => boolean;
  readonly refusal: ApiError;
};

const ofIntents: ReadonlySet<string> = new Set([
  'createPaymentIntent',
  'updatePaymentIntent',
  'confirmPaymentIntent',
  'createSetupIntent',
  'updateSetupIntent',
  'confirmSetupIntent',
]);

const invalidMode = (modes: string): ApiError =>
  invalidRequest(`Invalid ui_mode: must be one of ${modes}`, { param: 'ui_mode' });

const ofSessions: ReadonlySet<string> = new Set(['createCheckoutSession']);

const unknown = (param: string): ApiError =>
  invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

const rules: ReadonlyArray<Rule> = [
  {
    param: 'ui_mode',
    operations: ofSessions,
    about: (mode) => mode === 'hosted' || mode === 'embedded',
    refuses: (version) => version >= firstVersions.pageModes,
    refusal: invalidMode('elements, embedded_page, form, or hosted_page'),
  },
  {
    param: 'ui_mode',
    operations: ofSessions,
    about: (mode) => mode === 'hosted_page' || mode === 'embedded_page',
    refuses: (version) => version < firstVersions.pageModes,
    refusal: invalidMode('custom, embedded, or hosted'),
  },
  {
    param: 'allowed_payment_method_types',
    operations: ofIntents,
    refuses: (version) => version < firstVersions.allowedTypes,
    refusal: unknown('allowed_payment_method_types'),
  },
  {
    param: 'allowed_payment_method_types',
    operations: ofSessions,
    refuses: (version) => version < firstVersions.noMethodTypes,
    refusal: unknown('allowed_payment_method_types'),
  },
  {
    // https://docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions names no code.
    param: 'payment_method_types',
    operations: ofSessions,
    refuses: (version) => version >= firstVersions.noMethodTypes,
    refusal: unknown('payment_method_types'),
  },
  {
    param: 'payment_method_types',
    operations: ofIntents,
    refuses: (version) =>
      version >=
      (version.includes('.preview') ? firstPreviewWithoutMethodTypes : firstVersions.noMethodTypes),
    refusal: invalidRequest(
      'The parameter `payment_method_types` is no longer supported. Use `allowed_payment_method_types` or `excluded_payment_method_types` instead.',
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    ),
  },
];

const leadsToInvoice =
  /^(?:data\.)?(?:latest_charge\.|charges\.data\.|payment_intent\.|charge\.)*invoice(?:\.|$)/;

// https://docs.stripe.com/changelog/basil/2025-03-31/add-support-for-multiple-partial-payments-on-invoices
const invoiceProblem = (version: string, { expand }: WireHash): ApiError | null => {
  if (version < firstVersions.invoicePayments || typeof expand !== 'object') return null;
  const path = Object.values(expand).find(
    (one) => typeof one === 'string' && leadsToInvoice.test(one),
  );
  return typeof path === 'string' ? notExpandable(path) : null;
};

const searches: ReadonlySet<string> = new Set([
  'searchCustomers',
  'searchPaymentIntents',
  'searchCharges',
]);

// https://github.com/stripe/stripe-cli/issues/1201
const noSearch = (version: string): ApiError =>
  invalidRequest(
    `Search is not supported on api version ${version}. Update your API version, or set the API Version of this request to ${firstVersions.searches} or greater.`,
  );

const mayHaveInvoice = (operation: string): boolean =>
  /PaymentIntent|Charge|Refund/.test(operation);

/** Returns the error for an operation, or for a parameter of it, that does not exist in a version. */
export const versionProblem = (
  operation: string,
): ((version: string, form: WireHash) => ApiError | null) => {
  const isSearch = searches.has(operation);
  const ofOperation = rules.filter(({ operations }) => operations.has(operation));
  return (version, form) => {
    if (isSearch && version < firstVersions.searches) return noSearch(version);
    const removed = mayHaveInvoice(operation) ? invoiceProblem(version, form) : null;
    if (removed !== null) return removed;
    const broken = ofOperation.find(
      ({ param, about = () => true, refuses }) =>
        Object.hasOwn(form, param) && about(form[param]) && refuses(version),
    );
    return broken?.refusal ?? null;
  };
};

/** A form in the words of the default version. */
type ReadForm = {
  readonly form: WireHash;
  /** Whether `latest_charge` is expanded for the sake of `charges` alone, which holds the same charge. */
  readonly forCharges: boolean;
};

/** Reads `expand[]` of a version whose intents had `charges`, where paths led through them. */
export const expandInVersion = (
  version: string,
  { returns, list }: Pick<Definition<never, never>, 'returns' | 'list'>,
  form: WireHash,
): ReadForm => {
  const { expand } = form;
  if (
    version >= firstVersions.latestCharge ||
    returns !== 'payment_intent' ||
    typeof expand !== 'object'
  ) {
    return { form, forCharges: false };
  }
  const latest = list === true ? 'data.latest_charge' : 'latest_charge';
  const charges =
    list === true ? /^data\.charges(?:\.data)?(?=\.|$)/ : /^charges(?:\.data)?(?=\.|$)/;
  const paths = Object.entries(expand);
  const leadsThrough = (path: WireValue): boolean => typeof path === 'string' && charges.test(path);
  return {
    form: {
      ...form,
      expand: Object.fromEntries(
        paths.map(([at, path]) => [
          at,
          typeof path === 'string' ? path.replace(charges, latest) : path,
        ]),
      ),
    },
    forCharges:
      paths.some(([, path]) => leadsThrough(path)) &&
      !paths.some(([, path]) => typeof path === 'string' && path.startsWith(latest)),
  };
};

type Older = {
  /** The first version without these fields. */
  readonly until: string;
  readonly object: string;
  readonly fields: (engine: Engine, object: JsonObject, forCharges: boolean) => JsonObject;
};

const nothing = { object: 'list', data: [], has_more: false } as const;

// A list inside its owner says how many it has.
const counted = <L extends { readonly data: ReadonlyArray<unknown> }>(list: L) => ({
  ...list,
  total_count: list.data.length,
});

const wasCapturedByHand = ({ captured, payment_method_details: details }: JsonObject): boolean =>
  captured === true &&
  isPlainObject(details) &&
  isPlainObject(details['card']) &&
  details['card']['capture_before'] !== undefined;

/** Fields that objects have in older versions only, or with another value. */
const older: ReadonlyArray<Older> = [
  {
    until: firstVersions.pageModes,
    object: 'checkout.session',
    fields: (_, { ui_mode: mode }) => ({
      ui_mode: mode === 'embedded_page' ? 'embedded' : 'hosted',
    }),
  },
  {
    until: firstVersions.collectedInformation,
    object: 'checkout.session',
    fields: (_, { collected_information: collected }) => ({
      shipping_details: isPlainObject(collected) ? collected['shipping_details'] : null,
    }),
  },
  ...['payment_intent', 'charge'].map(
    (object): Older => ({
      until: firstVersions.invoicePayments,
      object,
      fields: () => ({ invoice: null }),
    }),
  ),
  {
    until: firstVersions.latestCharge,
    object: 'payment_intent',
    fields: (engine, { id, latest_charge }, forCharges) => ({
      ...(forCharges && isPlainObject(latest_charge) ? { latest_charge: latest_charge['id'] } : {}),
      charges: counted(
        chargesOf(
          String(id),
          typeof latest_charge === 'string'
            ? (engine.chargeOf(latest_charge) ?? null)
            : latest_charge,
        ),
      ),
    }),
  },
  {
    until: firstVersions.refundsOnRequest,
    object: 'charge',
    fields: (engine, { id, refunds }) => {
      const list = engine.control(listRefunds, { charge: String(id) });
      if (refunds !== undefined || E.isLeft(list)) return {};
      const { count, ...page } = list.right;
      const url = `/v1/charges/${String(id)}/refunds`;
      return { refunds: { ...page, url, total_count: count } };
    },
  },
  {
    until: firstVersions.latestCharge,
    object: 'charge',
    fields: (_, charge) => (wasCapturedByHand(charge) ? { amount_updates: [] } : {}),
  },
  {
    until: firstVersions.cardsOnRequest,
    object: 'customer',
    fields: (engine, { id, deleted, sources, subscriptions, tax_ids }) => {
      const list = engine.control(listSources, { customer: String(id) });
      if (deleted === true || E.isLeft(list)) return {};
      const url = `/v1/customers/${String(id)}`;
      return {
        sources: sources ?? counted(list.right),
        subscriptions: subscriptions ?? counted({ ...nothing, url: `${url}/subscriptions` }),
        tax_ids: tax_ids ?? counted({ ...nothing, url: `${url}/tax_ids` }),
      };
    },
  },
  {
    until: firstVersions.noDefaultCurrency,
    object: 'customer',
    fields: (_, { currency, deleted }) => (deleted === true ? {} : { default_currency: currency }),
  },
  {
    until: firstVersions.balanceOfCustomer,
    object: 'customer',
    fields: (_, { balance, deleted }) => (deleted === true ? {} : { account_balance: balance }),
  },
  {
    until: firstVersions.noTaxInformation,
    object: 'customer',
    fields: (_, { deleted }) =>
      deleted === true ? {} : { tax_info: null, tax_info_verification: null },
  },
];

const olderIn = remembering(mostKnown, (version) => older.filter(({ until }) => version < until));

const unchanged = (body: JsonObject): JsonObject => body;

/** Adds the fields of an older version to a response. Events stay unchanged: they have their own version. */
export const inVersion = (
  version: string,
  engine: Engine,
  forCharges: boolean,
): ((body: JsonObject) => JsonObject) => {
  const fields = olderIn(version);
  if (fields.length === 0) return unchanged;
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    return isPlainObject(value) && value['object'] !== 'event' ? shownObject(value) : value;
  };
  const shownObject = (object: JsonObject): JsonObject =>
    Object.fromEntries([
      ...Object.entries(object).map(([name, value]) => [name, shown(value)] as const),
      ...fields
        .filter((one) => one.object === object['object'])
        .flatMap((one) => Object.entries(one.fields(engine, object, forCharges)))
        .map(([name, value]) => [name, shown(value)] as const),
    ]);
  return shownObject;
};
