import { addEvent, markPaid, servePostgresShop, together } from '../support/postgres-shop.mjs';

// The event and its work are stored together. Whatever breaks, the webhook is answered with an error, and comes again.
servePostgresShop(({ id, data }) =>
  together(async (client) => {
    if (await addEvent(client, id)) await markPaid(client, data.object);
  }),
);
