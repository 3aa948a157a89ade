import { Refusal } from './answers.ts';

/** What the shop sells. Prices are in cents: whole numbers, so that sums are exact. */
export const catalogue = {
  tea: { price: 450, en: 'Tea', es: 'Té' },
  coffee: { price: 699, en: 'Coffee', es: 'Café' },
} as const;

/** The languages of the pages. */
export type Language = 'en' | 'es';

export type Item = keyof typeof catalogue;

/** So many of an item, at the price of the day of the order: the catalogue changes, what a customer agreed to does not. */
export type Line = {
  readonly item: Item;
  readonly title: string;
  /** Cents, for one. */
  readonly price: number;
  readonly quantity: number;
};

export const itemNames = Object.keys(catalogue) as ReadonlyArray<Item>;

const quantityOf = (item: Item, value: unknown): number => {
  const quantity = Number(value ?? 0);
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > 99) {
    throw new Refusal(400, `${item} must be a number from 0 to 99`);
  }
  return quantity;
};

/** The lines of an order. The page says how many of each, never what they cost. */
export const linesOf = (fields: Record<string, unknown>): ReadonlyArray<Line> => {
  const lines = itemNames
    .map((item) => {
      const { price, en: title } = catalogue[item];
      return { item, title, price, quantity: quantityOf(item, fields[item]) };
    })
    .filter(({ quantity }) => quantity > 0);
  if (lines.length === 0) throw new Refusal(400, 'the order is empty');
  return lines;
};

/** Cents. */
export const totalOf = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
