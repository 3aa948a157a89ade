/** Where a local server plays Stripe. `undefined`: this is Stripe. */
export const stripeAddress = (): string | undefined => process.env['STRIPE_BASE_URL'] || undefined;

/** A setting of the environment: see `.env`. */
export const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}`);
  if (/^replace.this/.test(value) && stripeAddress() === undefined) {
    throw new Error(`Replace the value of ${name}, which everybody knows`);
  }
  return value;
};
