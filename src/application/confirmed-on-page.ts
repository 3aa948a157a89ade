/**
 * The form of an input for what the customer confirms on the page (decision P16). `without`: the fields for a confirmation on the
 * server. The `confirmation_token` of the page allows that too.
 */
export const confirmedOnPage = <const W extends ReadonlyArray<string>>(without: W) =>
  ({
    by: 'payment_methods',
    open: ['customer'],
    without,
    flag: 'confirm',
    token: 'confirmation_token',
    completed: ['mandate'],
  }) as const;
