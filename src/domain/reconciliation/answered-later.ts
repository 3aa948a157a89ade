/** Whether the bank answers days after the customer has paid. `method`: Stripe's name; absent: a card. */
export const isAnsweredLater = (method: string | undefined): boolean => method === 'sepa_debit';
