/** Where the receipt of a charge would be. */
export const receiptUrl = (charge: string): string => `https://receipts.pasarela.invalid/${charge}`;
