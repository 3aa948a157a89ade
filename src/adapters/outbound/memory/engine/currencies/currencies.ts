/** What the processor knows of a currency. Amounts are minor units. */
export type Currency = {
  readonly code: string;
  /** How many decimals its minor unit stands for. */
  readonly decimals: 0 | 2 | 3;
  /** What every amount is a multiple of. */
  readonly step: 1 | 10 | 100;
  readonly minimum: number;
  readonly maximum: number;
  /** What its minor units are called, where the processor names them. */
  readonly minorUnits?: string;
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

const zeroDecimals = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
// They have lost their decimals, and amounts are still written with two.
const wholeUnits = new Set('isk ugx'.split(' '));

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const minimums: { readonly [code: string]: number } = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  zar: 50,
};

const eightDigits = 99_999_999;
const maximums: { readonly [code: string]: number } = {
  cop: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
};

const minorUnits: { readonly [code: string]: string } = {
  usd: 'cents',
  aed: 'fils',
  aud: 'cents',
  bgn: 'stotinka',
  cad: 'cents',
  eur: 'cents',
  gbp: 'pence',
  hkd: 'cents',
  nzd: 'cents',
  sgd: 'cents',
};

const decimalsOf = (code: string): Currency['decimals'] => {
  if (zeroDecimals.has(code)) return 0;
  return threeDecimals.has(code) ? 3 : 2;
};

const stepOf = (code: string): Currency['step'] => {
  if (wholeUnits.has(code)) return 100;
  return threeDecimals.has(code) ? 10 : 1;
};

const currencyOf = (code: string): Currency => {
  const units = minorUnits[code];
  return {
    code,
    decimals: decimalsOf(code),
    step: stepOf(code),
    minimum: minimums[code] ?? stepOf(code),
    maximum: maximums[code] ?? eightDigits,
    ...(units === undefined ? {} : { minorUnits: units }),
  };
};

/** Every currency that the processor takes, by its code in lower case. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  codes.map((code) => [code, currencyOf(code)]),
);
