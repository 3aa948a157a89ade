/** What `pasarela keys resolve --help` says of its use. */
export const resolveHelp = `
Look first at the processor what became of the request: what it creates under a key carries the derived key of
pasarela keys list in metadata.pasarela_key.
  --not-done   nothing is kept: should the request have been done after all, the next one does it a second time
  --done <id>  is read from the processor: pi_... of a payment, re_... of a refund, cus_... of a customer,
               card_... with --customer. It needs the environment of the service: STRIPE_SECRET_KEY and
               IDEMPOTENCY_SECRET, with which the answer is encrypted.
A decline cannot be entered: with --not-done the next request tries again.`;
