import type { Metadata } from '../../../domain/objects/metadata.js';
import type { AddressObject } from './address.js';
import type { DeletedObject } from './object.js';

/** The invoice settings of a customer. */
export type InvoiceSettings = {
  readonly custom_fields: ReadonlyArray<{ readonly name: string; readonly value: string }> | null;
  readonly default_payment_method: string | null;
  readonly footer: string | null;
  readonly rendering_options: {
    readonly amount_tax_display: string | null;
    readonly template: null;
  } | null;
};

/** A customer. `balance` is minor units; negative is credit. */
export type CustomerObject = {
  readonly id: string;
  readonly object: 'customer';
  readonly address: AddressObject | null;
  readonly balance: number;
  readonly business_name?: string;
  readonly created: number;
  readonly currency: string | null;
  readonly customer_account: null;
  readonly default_source: string | null;
  readonly delinquent: boolean;
  readonly description: string | null;
  readonly discount: null;
  readonly email: string | null;
  readonly individual_name?: string;
  readonly invoice_prefix: string;
  readonly invoice_settings: InvoiceSettings;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly name: string | null;
  readonly next_invoice_sequence: number;
  readonly phone: string | null;
  readonly preferred_locales: ReadonlyArray<string>;
  readonly shipping: {
    readonly address: AddressObject;
    readonly name: string;
    readonly phone: string | null;
  } | null;
  readonly tax_exempt: 'none' | 'exempt' | 'reverse';
  readonly test_clock: null;
};

/** The trace of a deleted customer. `place`: its sequence number, which a list can still start at; older snapshots lack it. */
export type DeletedCustomerRecord = { readonly id: string; readonly place?: number };

/** A deleted customer on the wire. */
export const toDeletedCustomer = ({ id }: DeletedCustomerRecord): DeletedObject<'customer'> => ({
  id,
  object: 'customer',
  deleted: true,
});
