import { moneyText } from '../../../../domain/money/amount-text.js';
import type { UiLanguage } from './language.js';

/** An amount of minor units as customers read it; empty if it is not known. */
export const dueText = (language: UiLanguage, amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string'
    ? moneyText(amount, currency, language)
    : '';
