import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { formatMoney, readCurrency } from '../currencies/currencies.js';
import { amountProblem, type Money } from '../currencies/money.js';
import { type ApiError, failIf, invalidRequest, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { LineItemObject, ProductObject, StoredLineItem } from '../objects/line-item.js';
import { mergeMetadata } from '../params/metadata.js';
import { missingParam, refuseParam } from '../params/param.js';
import { findRow } from '../store/find.js';
import type { LineItemParam, PriceData } from './params.js';

/** A line that can be stored: everything but ids. */
type LineDraft = {
  /** `null`: the price names a product that exists. */
  readonly product: Omit<ProductObject, 'id'> | null;
  readonly item: Omit<LineItemObject, 'id' | 'price'> & {
    readonly price: Omit<LineItemObject['price'], 'id'>;
  };
};

const priceMissing = invalidRequest(
  'You must provide either price or price_data for each line item when using prices.',
);

const recurringPrice = invalidRequest(
  'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
);

// Digits after the decimal point of `unit_amount_decimal`.
const scale = 12;
const scaled = 10n ** BigInt(scale);

// A decimal price times 10^12.
const exactPrice = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.split('.');
  return BigInt(whole) * scaled + BigInt(decimals.padEnd(scale, '0'));
};

const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** The price of one unit as decimal text. */
const unitPrice = (
  { unit_amount: whole, unit_amount_decimal: exact }: PriceData,
  param: string,
): E.Either<ApiError, string> => {
  if ((whole === undefined) === (exact === undefined)) {
    return whole === undefined
      ? E.left(missingParam(`${param}[unit_amount]`))
      : refuseParam(
          'You may only specify one of these parameters: unit_amount, unit_amount_decimal.',
          `${param}[unit_amount]`,
        );
  }
  if (whole !== undefined && whole < 0) {
    return refuseParam(
      'This value must be greater than or equal to 0.',
      `${param}[unit_amount]`,
      'parameter_invalid_integer',
    );
  }
  return E.right(plain(exact ?? String(whole)));
};

// Half a minor unit is rounded up.
const priceOf = (unit: string, quantity: number): number =>
  Number((exactPrice(unit) * BigInt(quantity) + scaled / 2n) / scaled);

const readQuantity = (quantity: number | undefined, index: number): E.Either<ApiError, number> => {
  const param = `line_items[${index}][quantity]`;
  if (quantity === undefined) {
    return refuseParam(`Quantity is required. Add \`quantity\` to \`line_items[${index}]\``, param);
  }
  return quantity < 1
    ? refuseParam(
        'This value must be greater than or equal to 1.',
        param,
        'parameter_invalid_integer',
      )
    : E.right(quantity);
};

type ReadProduct = Pick<LineDraft, 'product'> & { readonly id: string; readonly name: string };

const readProduct = (
  context: RequestContext,
  { product: id, product_data: data }: PriceData,
  param: string,
): E.Either<ApiError, ReadProduct> => {
  if (data === undefined) {
    return id === undefined
      ? E.left(
          invalidRequest(
            'You must specify either `product` or `product_data` when creating a price.',
            { param },
          ),
        )
      : pipe(
          findRow(context.state.products, 'product', id, `${param}[product]`),
          E.map(({ name }) => ({ product: null, id, name })),
        );
  }
  return pipe(
    mergeMetadata({}, data.metadata),
    E.map((metadata) => ({
      id: '',
      name: data.name,
      product: {
        object: 'product',
        active: false,
        created: context.now,
        description: data.description ?? null,
        images: data.images ?? [],
        livemode: false,
        marketing_features: [],
        metadata,
        name: data.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_code: data.tax_code ?? null,
        type: 'service',
        unit_label: data.unit_label ?? null,
        updated: context.now,
        url: null,
      },
    })),
  );
};

const adjustableOf = (
  given: LineItemParam['adjustable_quantity'],
): LineItemObject['adjustable_quantity'] =>
  given === undefined
    ? null
    : {
        enabled: given.enabled,
        maximum: given.maximum ?? (given.enabled ? 99 : null),
        minimum: given.minimum ?? (given.enabled ? 0 : null),
      };

const readLine =
  (context: RequestContext) =>
  (index: number, line: LineItemParam): E.Either<ApiError, LineDraft> => {
    const param = `line_items[${index}]`;
    const { price, price_data: data } = line;
    if (price !== undefined) return E.left(noSuch('price', price, `${param}[price]`));
    if (data === undefined) return E.left(priceMissing);
    if (data.recurring !== undefined) return E.left(recurringPrice);
    return pipe(
      readCurrency(data.currency),
      E.bindTo('currency'),
      E.bind('quantity', () => readQuantity(line.quantity, index)),
      E.bind('unit', () => unitPrice(data, `${param}[price_data]`)),
      E.bind('sold', () => readProduct(context, data, `${param}[price_data]`)),
      E.bind('metadata', () => mergeMetadata({}, line.metadata)),
      E.map(({ currency: { code }, quantity, unit, sold, metadata }): LineDraft => {
        const amount = priceOf(unit, quantity);
        return {
          product: sold.product,
          item: {
            object: 'item',
            adjustable_quantity: adjustableOf(line.adjustable_quantity),
            amount_discount: 0,
            amount_subtotal: amount,
            amount_tax: 0,
            amount_total: amount,
            currency: code,
            description: sold.name,
            metadata,
            price: {
              object: 'price',
              active: false,
              billing_scheme: 'per_unit',
              created: context.now,
              currency: code,
              custom_unit_amount: null,
              livemode: false,
              lookup_key: null,
              metadata: {},
              nickname: null,
              product: sold.id,
              recurring: null,
              tax_behavior: data.tax_behavior ?? 'unspecified',
              tiers_mode: null,
              transform_quantity: null,
              type: 'one_time',
              unit_amount: unit.includes('.') ? null : Number(unit),
              unit_amount_decimal: unit,
            },
            quantity,
          },
        };
      }),
    );
  };

/** Lines of one currency that can be paid together. `amount` is minor units. */
export type Basket = {
  readonly lines: ReadonlyArray<LineDraft>;
  readonly amount: number;
  readonly currency: string;
};

/** Refuses a total, with the shipping, that cannot be paid. */
export const checkTotal = ({ amount, currency }: Money): E.Either<ApiError, null> => {
  if (amount === 0) {
    return E.left(
      invalidRequest("The Checkout Session's total amount due cannot be zero in `payment` mode."),
    );
  }
  return pipe(
    readCurrency(currency),
    E.flatMap((known) => {
      const problem = amountProblem(amount, known);
      return problem?.error.code === 'amount_too_small'
        ? E.left(
            invalidRequest(
              `The Checkout Session's total amount due must add up to at least ${formatMoney(known.minimum, currency)} ${currency.toUpperCase()}`,
              { code: 'amount_too_small' },
            ),
          )
        : failIf(problem);
    }),
  );
};

const mostLines = 100;

/** Reads the lines of a session that is paid. */
export const readBasket = (
  context: RequestContext,
  given: ReadonlyArray<LineItemParam>,
): E.Either<ApiError, Basket> => {
  if (given.length > mostLines) {
    return refuseParam(`You can only pass up to ${mostLines} line items.`, 'line_items');
  }
  return pipe(
    given,
    E.traverseArrayWithIndex(readLine(context)),
    E.flatMap((lines) => {
      const [currency = '', ...others] = new Set(lines.map(({ item }) => item.currency));
      return others.length > 0
        ? refuseParam('All line items must have the same currency.', 'line_items')
        : E.right({
            lines,
            currency,
            amount: lines.reduce((sum, { item }) => sum + item.amount_total, 0),
          });
    }),
  );
};

/** Stores the lines of a session. */
export const storeBasket = (
  { state, newId, now }: RequestContext,
  session: string,
  { lines }: Pick<Basket, 'lines'>,
): void => {
  const rows = lines.map(({ product, item }): StoredLineItem => {
    const id = product === null ? item.price.product : newId('prod');
    if (product !== null) state.products.put(deepFreeze({ id, ...product }));
    return deepFreeze({
      id: newId('li'),
      ...item,
      price: { id: newId('price'), ...item.price, product: id },
      session,
      created: now,
    });
  });
  // Lists are newest first, and lines are listed in their own order.
  for (const row of rows.toReversed()) state.lineItems.put(row);
};
