import { amountText } from '../money/amount-text.js';
import { listText } from '../text/words.js';
import type { CaseRule, FeeTariff } from './ledger-rule.js';

// The processor may round the percentage and taxes apart.
const tolerance = 1;

const feeOf = (amount: number, { percent, fixed }: FeeTariff): number =>
  Math.round((amount * percent) / 1_000_000) + fixed;

const isCharge = (type: string): boolean => type === 'charge' || type === 'payment';

export const unexpectedFee: CaseRule = {
  name: 'unexpected_fee',
  explanation: 'The fee of a charge fits none of the rates of the account.',
  advice: 'Compare it with your contract: cards from abroad and other methods have other rates.',
  severity: 'error',
  judge: ({ payments }, { fees }) =>
    payments.flatMap(({ id: payment, entries }) =>
      entries
        .filter(
          ({ type, amount, fee }) =>
            isCharge(type) &&
            fees.length > 0 &&
            fees.every((rate) => Math.abs(feeOf(amount, rate) - fee) > tolerance),
        )
        .map(({ id, amount, fee, currency }) => ({
          _tag: 'Breach' as const,
          about: id,
          payment,
          amount: fee,
          currency,
          message: `the fee of ${payment} is ${amountText(fee, currency)} for ${amountText(amount, currency)}, but the rates give ${listText(fees.map((rate) => amountText(feeOf(amount, rate), currency)))}`,
        })),
    ),
};

export const currencyConverted: CaseRule = {
  name: 'currency_converted',
  explanation: 'The processor converted the payment into another currency, which costs a fee.',
  advice: 'Nothing is wrong. A bank account in that currency avoids the conversion.',
  severity: 'notice',
  judge: ({ payments }) =>
    payments.flatMap(({ id: payment, currency: paid, captured, entries }) =>
      entries
        .filter(({ type, currency }) => isCharge(type) && currency !== paid)
        .map(({ id, amount, currency, exchangeRate }) => ({
          _tag: 'Breach' as const,
          about: id,
          payment,
          amount,
          currency,
          message: `${amountText(captured, paid)} of ${payment} became ${amountText(amount, currency)}${exchangeRate === null ? '' : ` at ${exchangeRate}`}`,
        })),
    ),
};
