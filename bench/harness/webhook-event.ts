/** An event as a processor sends it, about an object of its own. */
export const webhookEvent = (name: string, created: number) => ({
  id: `evt_${name}`,
  object: 'event' as const,
  type: 'charge.succeeded',
  created,
  livemode: false,
  data: {
    object: {
      id: `ch_${name}`,
      object: 'charge',
      amount: 1999,
      currency: 'eur',
      status: 'succeeded',
      paid: true,
      customer: 'cus_bench',
      payment_intent: `pi_${name}`,
      billing_details: { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' },
    },
  },
});
