import type { Metadata } from '../../../domain/objects/metadata.js';
import { deepFreeze } from './json.js';

/** A product. It exists only as part of a price. */
export type ProductObject = {
  readonly id: string;
  readonly object: 'product';
  readonly active: boolean;
  readonly created: number;
  readonly description: string | null;
  readonly images: ReadonlyArray<string>;
  readonly livemode: false;
  readonly marketing_features: ReadonlyArray<never>;
  readonly metadata: Metadata;
  readonly name: string;
  readonly package_dimensions: null;
  readonly shippable: null;
  readonly statement_descriptor: null;
  readonly tax_code: string | null;
  readonly type: 'service';
  readonly unit_label: string | null;
  readonly updated: number;
  readonly url: null;
};

/** The price of one unit, for one payment. `unit_amount` is minor units, `null` if it has decimals. */
type PriceObject = {
  readonly id: string;
  readonly object: 'price';
  readonly active: false;
  readonly billing_scheme: 'per_unit';
  readonly created: number;
  readonly currency: string;
  readonly custom_unit_amount: null;
  readonly livemode: false;
  readonly lookup_key: null;
  readonly metadata: Metadata;
  readonly nickname: null;
  readonly product: string;
  readonly recurring: null;
  readonly tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  readonly tiers_mode: null;
  readonly transform_quantity: null;
  readonly type: 'one_time';
  readonly unit_amount: number | null;
  readonly unit_amount_decimal: string;
};

/** A line of a checkout session. Amounts are minor units. */
export type LineItemObject = {
  readonly id: string;
  readonly object: 'item';
  readonly adjustable_quantity: {
    readonly enabled: boolean;
    readonly maximum: number | null;
    readonly minimum: number | null;
  } | null;
  readonly amount_discount: 0;
  readonly amount_subtotal: number;
  readonly amount_tax: 0;
  readonly amount_total: number;
  readonly currency: string;
  readonly description: string;
  readonly metadata: Metadata;
  readonly price: PriceObject;
  readonly quantity: number;
};

/** A line as it is stored, with its session. */
export type StoredLineItem = LineItemObject & {
  readonly session: string;
  readonly created: number;
};

export const toLineItem = ({
  session: _session,
  created: _created,
  ...item
}: StoredLineItem): LineItemObject => deepFreeze(item);
