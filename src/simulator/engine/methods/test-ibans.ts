import * as E from 'fp-ts/lib/Either.js';
import { type Param, refuseParam } from '../params/param.js';
import { textParam } from '../params/primitives.js';

/** How a debit of a test IBAN goes, by the names of Stripe's test payment methods. */
export const ibanCases = [
  'success',
  'successDelayed',
  'failed',
  'failedDelayed',
  'disputed',
  'exceedsWeeklyVolumeLimit',
  'exceedsWeeklyTransactionLimit',
  'insufficientFunds',
] as const;
export type IbanCase = (typeof ibanCases)[number];

// https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-ibans, in the order of the cases. Where the page names one IBAN
// for two cases, the later case has none.
const ibans: { readonly [country: string]: ReadonlyArray<string | null> } = {
  AT: [
    'AT611904300234573201',
    'AT321904300235473204',
    'AT861904300235473202',
    'AT051904300235473205',
    'AT591904300235473203',
    'AT981904300000343434',
    'AT601904300000121212',
    'AT981904300002222227',
  ],
  BE: [
    'BE62510007547061',
    'BE78510007547064',
    'BE68539007547034',
    'BE51510007547065',
    'BE08510007547063',
    'BE90510000343434',
    'BE52510000121212',
    'BE90510002222227',
  ],
  CH: [
    'CH9300762011623852957',
    'CH8656663438253651553',
    'CH5362200119938136497',
    'CH1843597160341964438',
    'CH1260378413965193069',
    'CH1800762000000343434',
    'CH7700762000000121212',
    'CH1800762000002222227',
  ],
  DE: [
    'DE89370400440532013000',
    'DE08370400440532013003',
    'DE62370400440532013001',
    'DE78370400440532013004',
    'DE35370400440532013002',
    'DE65370400440000343434',
    'DE27370400440000121212',
    'DE65370400440002222227',
  ],
  EE: [
    'EE382200221020145685',
    'EE222200221020145682',
    'EE762200221020145680',
    'EE922200221020145683',
    'EE492200221020145681',
    'EE672200000000343434',
    'EE292200000000121212',
    'EE672200000002222227',
  ],
  ES: [
    'ES0700120345030000067890',
    'ES2300120345030000067893',
    'ES9121000418450200051332',
    'ES9300120345030000067894',
    'ES5000120345030000067892',
    'ES1700120345000000343434',
    'ES7600120345000000121212',
    'ES1700120345000002222227',
  ],
  FI: [
    'FI2112345600000785',
    'FI3712345600000788',
    'FI9112345600000786',
    'FI1012345600000789',
    'FI6412345600000787',
    'FI6712345600343434',
    'FI2912345600121212',
    'FI6712345602222227',
  ],
  FR: [
    'FR1420041010050500013M02606',
    'FR3020041010050500013M02609',
    'FR8420041010050500013M02607',
    'FR7920041010050500013M02600',
    'FR5720041010050500013M02608',
    'FR9720041010050000000343434',
    'FR5920041010050000000121212',
    'FR9720041010050000002222227',
  ],
  GB: [
    'GB82WEST12345698765432',
    'GB98WEST12345698765435',
    'GB55WEST12345698765433',
    'GB71WEST12345698765436',
    'GB28WEST12345698765434',
    'GB70WEST12345600343434',
    'GB32WEST12345600121212',
    'GB70WEST12345602222227',
  ],
  GI: [
    'GI60MPFS599327643783385',
    'GI08RRNW626436291644533',
    'GI41SAFA461293238477751',
    'GI50LROG772261344693297',
    'GI26KJBC361883934534696',
    'GI14NWBK000000000343434',
    'GI73NWBK000000000121212',
    'GI14NWBK000000002222227',
  ],
  HR: [
    'HR7624020064583467589',
    'HR6323600002337876649',
    'HR2725000096983499248',
    'HR6723600004878117427',
    'HR8724840081455523553',
    'HR7424020060000343434',
    'HR3624020060000121212',
    'HR7424020060002222227',
  ],
  IE: [
    'IE29AIBK93115212345678',
    'IE24AIBK93115212345671',
    'IE02AIBK93115212345679',
    'IE94AIBK93115212345672',
    'IE51AIBK93115212345670',
    'IE10AIBK93115200343434',
    'IE69AIBK93115200121212',
    'IE10AIBK93115202222227',
  ],
  LI: [
    'LI0508800636123378777',
    'LI4408800387787111369',
    'LI1208800143823175626',
    'LI4908800356441975566',
    'LI7708800125525347723',
    'LI2408800000000343434',
    'LI8308800000000121212',
    'LI2408800000002222227',
  ],
  LT: [
    'LT121000011101001000',
    'LT281000011101001003',
    'LT821000011101001001',
    'LT981000011101001004',
    'LT551000011101001002',
    'LT591000000000343434',
    'LT211000000000121212',
    'LT591000000002222227',
  ],
  LU: [
    'LU280019400644750000',
    'LU440019400644750003',
    'LU980019400644750001',
    'LU170019400644750004',
    'LU710019400644750002',
    'LU900010000000343434',
    'LU520010000000121212',
    'LU900010000002222227',
  ],
  NL: [
    'NL39RABO0300065264',
    'NL55RABO0300065267',
    'NL91ABNA0417164300',
    'NL28RABO0300065268',
    'NL82RABO0300065266',
    'NL27RABO0000343434',
    'NL86RABO0000121212',
    null,
  ],
  NO: [
    'NO9386011117947',
    'NO8886011117940',
    'NO6686011117948',
    'NO6186011117941',
    'NO3986011117949',
    'NO0586010343434',
    null,
    'NO0586012222227',
  ],
  PT: [
    'PT50000201231234567890154',
    'PT66000201231234567890157',
    'PT23000201231234567890155',
    'PT39000201231234567890158',
    'PT93000201231234567890156',
    'PT05000201230000000343434',
    'PT64000201230000000121212',
    'PT05000201230000002222227',
  ],
  SE: [
    'SE3550000000054910000003',
    'SE5150000000054910000006',
    'SE0850000000054910000004',
    'SE2450000000054910000007',
    'SE7850000000054910000005',
    'SE2850000000000000343434',
    'SE8750000000000000121212',
    'SE2850000000000002222227',
  ],
};

const cases: ReadonlyMap<string, IbanCase> = new Map(
  Object.values(ibans).flatMap((of) =>
    ibanCases.flatMap((name, at): ReadonlyArray<readonly [string, IbanCase]> => {
      const iban = of[at] ?? null;
      return iban === null ? [] : [[iban, name]];
    }),
  ),
);

/** How a debit of this IBAN goes; `undefined`: it is not a test IBAN. */
export const caseOfIban = (iban: string): IbanCase | undefined => cases.get(iban);

/** The test IBAN of a country and a case, if there is one. */
export const ibanOf = (country: string, name: IbanCase): string | undefined =>
  ibans[country]?.[ibanCases.indexOf(name)] ?? undefined;

// https://docs.stripe.com/payments/sepa-debit/set-up-payment
const unusable = 'AT511904300000066666';

const remainder = (iban: string): number => {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Number(BigInt(digits) % 97n);
};

const isIban = (text: string): boolean =>
  /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text) && remainder(text) === 1;

/** A test IBAN, with or without spaces. Others are refused, so that no account of a person is stored. */
export const ibanParam: Param<string> = {
  read: (value, name) => {
    const text = textParam.read(value, name);
    if (E.isLeft(text)) return text;
    const iban = text.right.replaceAll(/\s/g, '').toUpperCase();
    if (!isIban(iban)) {
      return refuseParam('The IBAN you provided is invalid.', name, 'invalid_bank_account_iban');
    }
    if (iban === unusable) {
      return refuseParam(
        'The bank account provided can not be used for payments. A different bank account must be used.',
        name,
        'bank_account_unusable',
      );
    }
    return cases.has(iban)
      ? E.right(iban)
      : refuseParam(
          'This simulator takes only the test IBANs of https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-ibans',
          name,
        );
  },
};
