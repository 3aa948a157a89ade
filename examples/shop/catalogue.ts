import { Refusal } from './answers.ts';

/** What the shop sells. Prices are in cents: whole numbers, so that sums are exact. */
export const catalogue = {
  tea: { price: 450, en: 'Tea', es: 'Té' },
  coffee: { price: 699, en: 'Coffee', es: 'Café' },
} as const;

/** The languages of the pages. */
export type Language = 'en' | 'es';

export type Item = keyof typeof catalogue;
export type Items = Partial<Record<Item, number>>;

export const itemNames = Object.keys(catalogue) as ReadonlyArray<Item>;

/** The items of an order. The page says how many of each, never what they cost. */
export const itemsOf = (fields: Record<string, unknown>): Items => {
  const items: Items = {};
  for (const name of itemNames) {
    const quantity = Number(fields[name] ?? 0);
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > 99) {
      throw new Refusal(400, `${name} must be a number from 0 to 99`);
    }
    if (quantity > 0) items[name] = quantity;
  }
  if (Object.keys(items).length === 0) throw new Refusal(400, 'the order is empty');
  return items;
};

/** Cents. */
export const totalOf = (items: Items): number =>
  itemNames.reduce((sum, name) => sum + catalogue[name].price * (items[name] ?? 0), 0);
