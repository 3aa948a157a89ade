import { type Driver, refused } from './driver.js';

/** Webhook endpoints, and every event that there is by now. */
export const driveEvents = async ({ stripe }: Driver): Promise<void> => {
  const url = 'https://shop.example/hook';
  const { id } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: ['*'],
    description: 'Pedidos',
    metadata: { team: 'a' },
  });
  await stripe.webhookEndpoints.retrieve(id);
  await stripe.webhookEndpoints.update(id, { disabled: true, metadata: { team: 'b' } });
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(id);
  await refused(stripe.webhookEndpoints.retrieve(id));
  const seen: Array<string> = [];
  for await (const event of stripe.events.list({ limit: 100 })) seen.push(event.id);
  const [latest = ''] = seen;
  await stripe.events.retrieve(latest);
  await refused(stripe.events.retrieve('evt_none'));
};
