import { moneyText, wholeUnitsText } from '../../../domain/money/amount-text.js';
import { unitsOfCurrency } from '../../../domain/money/currency.js';
import { el } from './dom.js';
import { language, texts } from './texts.js';

const locale = { es: 'es-ES', en: 'en-GB' } as const;

/** An amount of minor units: `19,99 €` in Spanish, `€19.99` in English. */
export const money = (minor: number, currency: string): string =>
  moneyText(minor, currency, language());

/** The minor units of a typed amount, `19,99` or `19.99`; `null`: it is none. */
export const typedMinorUnits = (typed: string, currency: string): number | null => {
  const decimals = unitsOfCurrency(currency)?.decimals ?? 2;
  const [, whole, part = ''] = /^\s*(\d{1,10})(?:[.,](\d{1,3}))?\s*$/.exec(typed) ?? [];
  return whole === undefined || part.length > decimals
    ? null
    : Number(whole + part.padEnd(decimals, '0'));
};

/** An amount as it is typed: `19.99`. */
export const typedAmount = (minor: number, currency: string): string =>
  wholeUnitsText(minor, currency) ?? String(minor / 100);

let processorAhead = 0;

/** Takes over the time of the processor, Unix seconds: its clock can be moved. */
export const useProcessorTime = (now: number): void => {
  processorAhead = now - Date.now() / 1000;
};

/** The time of the processor, Unix seconds. */
export const processorTime = (): number => Date.now() / 1000 + processorAhead;

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

const relative = (seconds: number): string => {
  const format = new Intl.RelativeTimeFormat(locale[language()], {
    numeric: 'auto',
    style: 'short',
  });
  let rest = seconds;
  for (const [unit, size] of steps) {
    if (Math.abs(rest) < size) {
      return unit === 'second' && Math.abs(rest) < 5
        ? texts().now
        : format.format(-Math.round(rest), unit);
    }
    rest /= size;
  }
  return format.format(-Math.round(rest), 'year');
};

/** An exact time in the time zone of the browser. */
export const exact = (seconds: number): string =>
  new Intl.DateTimeFormat(locale[language()], {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(seconds * 1000);

const tell = (time: HTMLTimeElement): void => {
  const seconds = Number(time.dataset['at']);
  const now = time.dataset['clock'] === 'machine' ? Date.now() / 1000 : processorTime();
  time.textContent = relative(now - seconds);
};

/** How long ago something was, with the exact time. Requests and deliveries are timed by the machine's clock. */
export const ago = (seconds: number, clock: 'processor' | 'machine' = 'processor'): HTMLElement => {
  const time = el('time', {
    datetime: new Date(seconds * 1000).toISOString(),
    title: exact(seconds),
    'data-at': seconds,
    'data-clock': clock,
  });
  tell(time);
  return time;
};

/** Tells all times anew. */
export const tellTimes = (): void => {
  for (const time of document.querySelectorAll('time')) tell(time);
};
