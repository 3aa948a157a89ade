/** How a customer has agreed to a mandate. `accepted_at`: Unix seconds. */
export type CustomerAcceptance = {
  readonly accepted_at: number | null;
  readonly offline?: Readonly<Record<never, never>>;
  readonly online?: { readonly ip_address: string | null; readonly user_agent: string | null };
  readonly type: 'offline' | 'online';
};

/** A customer's permission to debit an account. `amount`: minor units. */
export type MandateObject = {
  readonly id: string;
  readonly object: 'mandate';
  readonly customer_acceptance: CustomerAcceptance;
  readonly livemode: false;
  readonly multi_use?: Readonly<Record<never, never>>;
  readonly payment_method: string;
  readonly payment_method_details: {
    readonly sepa_debit: { readonly reference: string; readonly url: string };
    readonly type: 'sepa_debit';
  };
  readonly single_use?: { readonly amount: number; readonly currency: string };
  readonly status: 'active' | 'inactive';
  readonly type: 'multi_use' | 'single_use';
};
