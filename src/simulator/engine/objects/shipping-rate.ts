import type { Metadata } from '../../../domain/objects/metadata.js';

/** A duration: `{ unit: 'business_day', value: 3 }`. */
type Duration = {
  readonly unit: 'business_day' | 'day' | 'hour' | 'month' | 'week';
  readonly value: number;
};

/** The price of a way of delivery. `amount` is minor units. */
export type ShippingRateObject = {
  readonly id: string;
  readonly object: 'shipping_rate';
  readonly active: true;
  readonly created: number;
  readonly delivery_estimate: {
    readonly maximum: Duration | null;
    readonly minimum: Duration | null;
  } | null;
  readonly display_name: string;
  readonly fixed_amount: { readonly amount: number; readonly currency: string };
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  readonly tax_code: null;
  readonly type: 'fixed_amount';
};
