/** The decimals of a currency by Stripe's table, which differs from ISO 4217. */
export type CurrencyUnits = {
  /** Three letters, lower case. */
  readonly code: string;
  /** Decimals between the unit and the minor unit. */
  readonly decimals: 0 | 2 | 3;
  /** Every amount in minor units must be a multiple of this. */
  readonly step: 1 | 10 | 100;
};

// In the order in which the processor names them.
const codes = [
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf',
  'clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr',
  'ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr',
  'mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd',
  'shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar',
  'zmw btn ghs eek lvl svc vef ltl sll mro',
]
  .join(' ')
  .split(' ');

// https://docs.stripe.com/currencies#zero-decimal
const zeroDecimals = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
// The last of the three digits is always 0.
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
// No longer have decimals, but amounts are still written with two. Others (huf, twd) must be whole only in payouts.
const wholeUnits = new Set('isk ugx'.split(' '));

const unitsOf = (code: string): CurrencyUnits => {
  if (zeroDecimals.has(code)) return { code, decimals: 0, step: 1 };
  if (threeDecimals.has(code)) return { code, decimals: 3, step: 10 };
  return { code, decimals: 2, step: wholeUnits.has(code) ? 100 : 1 };
};

/** The currencies that Stripe accepts, by code in lower case. */
export const currencyUnits: ReadonlyMap<string, CurrencyUnits> = new Map(
  codes.map((code) => [code, unitsOf(code)]),
);

/** The units of a currency by its code, in upper or lower case; `undefined` when the code is unknown. */
export const unitsOfCurrency = (code: unknown): CurrencyUnits | undefined =>
  typeof code === 'string' ? currencyUnits.get(code.toLowerCase()) : undefined;
