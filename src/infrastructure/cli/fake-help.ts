/** What `pasarela fake --help` says of its use. */
export const fakeHelp = `
Every test key (sk_test_...) is an account of its own. Use the one of the line that says where it listens:
  pasarela serve  with STRIPE_BASE_URL and STRIPE_SECRET_KEY set as there
  Stripe's SDK    new Stripe(key, { protocol: 'http', host: '127.0.0.1', port: 12111 })
What is sent to webhooks is printed, a line a try.`;
