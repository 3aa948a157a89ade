import type { JsonObject } from './json-object.js';
import type { Metadata } from './metadata.js';

/** A customer. */
export type CustomerObject = {
  readonly id: string;
  readonly object: 'customer';
  readonly address: JsonObject | null;
  readonly balance: number;
  readonly created: number;
  readonly currency: string | null;
  readonly default_source: string | null;
  readonly delinquent: boolean;
  readonly description: string | null;
  readonly discount: null;
  readonly email: string | null;
  readonly invoice_prefix: string;
  readonly invoice_settings: JsonObject;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly name: string | null;
  readonly next_invoice_sequence: number;
  readonly phone: string | null;
  readonly preferred_locales: ReadonlyArray<string>;
  readonly shipping: JsonObject | null;
  readonly tax_exempt: 'none' | 'exempt' | 'reverse';
  readonly test_clock: null;
};
