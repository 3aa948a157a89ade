/** A card as a caller writes it. `exp_year` has four digits. */
export type CardParams = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc?: string;
  readonly name?: string;
};
