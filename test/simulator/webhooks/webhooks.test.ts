import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { Stripe } from 'stripe';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import type { Delivery } from '../../../src/simulator/webhooks/delivery.js';
import { refusal, right } from '../../adapters/outbound/memory/support/outcomes.js';
import { type PostOffice, secret, usePostOffices } from './support/post-office.js';

const outcomesOf = (deliveries: ReadonlyArray<Delivery>): ReadonlyArray<unknown> =>
  deliveries.map(({ attempt, status, error }) => [attempt, status ?? error]);

const pendingOf = ({ engine }: PostOffice, event: string): number =>
  right(engine.control(engineOperations.retrieveEvent, { event })).pending_webhooks;

describe('the delivery of events', () => {
  const { receiver, office } = usePostOffices();

  it('sends the next event twice to each receiver of it, and the one after it once', async () => {
    const shop = await receiver();
    const post = office();
    post.webhooks.doubles.plan();
    post.cause();
    post.register(shop.url, { enabled_events: ['customer.created'] });
    expect(post.webhooks.doubles.planned()).to.equal(1);
    const twice = post.cause();
    const once = post.cause();
    await post.deliveries.first(3);
    const sent = post.deliveries.items().map(({ event, resent }) => `${event} ${resent}`);
    expect(sent).to.have.members([`${twice} false`, `${twice} true`, `${once} false`]);
    for (let count = 0; count < 150; count += 1) post.webhooks.doubles.plan();
    expect(post.webhooks.doubles.planned()).to.equal(100);
    post.webhooks.doubles.forget();
    expect(post.webhooks.doubles.planned()).to.equal(0);
  });

  it('posts events like Stripe, with a signature that its SDK accepts', async () => {
    const shop = await receiver();
    const post = office();
    const endpoint = post.register(shop.url, { enabled_events: ['customer.created'] });
    const id = post.cause();
    const [call] = await shop.first(1);
    if (call === undefined) throw new Error('no call');
    expect([call.method, call.path]).to.deep.equal(['POST', '/hooks']);
    expect(call.headers).to.include({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'content-length': String(Buffer.byteLength(call.body)),
    });
    const event = right(post.engine.control(engineOperations.retrieveEvent, { event: id }));
    expect(call.body).to.equal(JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2));
    const signature = String(call.headers['stripe-signature']);
    const verify = (body: string, by: string): Stripe.Event =>
      new Stripe(['sk', 'test', 'x'].join('_')).webhooks.constructEvent(body, signature, by);
    expect(verify(call.body, String(endpoint.secret)).id).to.equal(id);
    expect(() => verify(call.body, secret)).to.throw(/signature/);
    expect(() => verify(`${call.body} `, String(endpoint.secret))).to.throw(/signature/);
  });

  it('signs every attempt with the time of that attempt', async () => {
    const shop = await receiver(500);
    let now = 1_800_000_000;
    const post = office({
      clock: () => {
        now += 10;
        return now;
      },
    });
    post.register(shop.url);
    post.cause();
    const calls = await shop.first(2);
    const signatures = calls.map(({ headers }) => String(headers['stripe-signature']));
    const times = signatures.map((signature) => Number(/^t=(\d+),v1=/.exec(signature)?.[1]));
    expect(times[0]).to.be.greaterThan(1_800_000_000);
    expect(times[1]).to.be.greaterThan(times[0] ?? Infinity);
    expect(calls[0]?.body).to.equal(calls[1]?.body);
    const created = (await post.deliveries.first(2)).map((delivery) => delivery.created);
    expect(created).to.deep.equal(times);
  });

  it('sends an event again until the receiver accepts it', async () => {
    const shop = await receiver(500, 404, 204);
    const post = office();
    const { id: endpoint } = post.register(shop.url);
    const event = post.cause();
    const deliveries = await post.deliveries.first(3);
    expect(outcomesOf(deliveries)).to.deep.equal([
      [1, 500],
      [2, 404],
      [3, 204],
    ]);
    expect(deliveries[2]).to.deep.equal({
      id: 'dlv_3',
      object: 'delivery',
      created: deliveries[2]?.created,
      event,
      type: 'customer.created',
      endpoint,
      url: shop.url,
      attempt: 3,
      resent: false,
      status: 204,
      error: null,
      next_attempt: null,
    });
    expect(deliveries[0]?.next_attempt).to.be.a('number');
    expect(pendingOf(post, event)).to.equal(0);
  });

  it('gives up after the last pause, and the event stays pending', async () => {
    const shop = await receiver(500, 500, 500);
    const post = office({ pauses: [0, 0] });
    post.register(shop.url);
    const event = post.cause();
    const deliveries = await post.deliveries.first(3);
    expect(deliveries.map(({ next_attempt }) => next_attempt === null)).to.deep.equal([
      false,
      false,
      true,
    ]);
    expect(pendingOf(post, event)).to.equal(1);
    const undelivered = right(
      post.engine.control(engineOperations.listEvents, { delivery_success: false }),
    );
    expect(undelivered.data.map(({ id }) => id)).to.deep.equal([event]);
  });

  it('waits for the length of each pause', async () => {
    const shop = await receiver(500);
    const now = 1_800_000_000;
    const post = office({ pauses: [3600], random: () => 0.5, clock: () => now });
    post.register(shop.url);
    post.cause();
    const [delivery] = await post.deliveries.first(1);
    expect(delivery?.next_attempt).to.equal(now + 3240);
  });

  const failures = [
    ['reset', 'connection closed before the response was complete'],
    ['cut short', 'connection closed before the response was complete'],
    [{ redirect: 'https://elsewhere.example/' }, 302],
    [199 + 101, 300],
  ] as const;
  for (const [reaction, outcome] of failures) {
    it(`fails on ${JSON.stringify(reaction)}`, async () => {
      const shop = await receiver(reaction);
      const post = office();
      post.register(shop.url);
      post.cause();
      expect(outcomesOf(await post.deliveries.first(2))).to.deep.equal([
        [1, outcome],
        [2, 200],
      ]);
      expect(shop.items()).to.have.length(2);
    });
  }

  it('fails without a response in time, and tries again', async () => {
    const shop = await receiver('hang', 'hang', 'hang', 'hang');
    const post = office({ timeoutMs: 200 });
    post.register(shop.url);
    post.cause();
    await shop.first(1);
    expect(outcomesOf(await post.deliveries.first(4))).to.deep.equal(
      [1, 2, 3, 4].map((attempt) => [attempt, 'no response in time']),
    );
  });

  it('fails on a closed port and on an invalid URL', async () => {
    const gone = await receiver();
    await gone.close();
    const post = office({ pauses: [] });
    post.register(gone.url);
    post.register('http://%zz@127.0.0.1/hooks');
    post.cause();
    const errors = (await post.deliveries.first(2)).map(({ error }) => error);
    expect(errors).to.have.members(['connection refused', 'URIError: URI malformed']);
  });

  it('sends to every endpoint enabled for the type, and to the webhook, each with its secret', async () => {
    const [all, some, other, desk] = await Promise.all([
      receiver(),
      receiver(),
      receiver(),
      receiver(),
    ]);
    const post = office({ webhook: desk.url });
    const secrets = [
      post.register(all.url).secret,
      post.register(some.url, { enabled_events: ['customer.created'] }).secret,
      secret,
    ];
    post.register(other.url, { enabled_events: ['charge.succeeded'] });
    const event = post.cause();
    const sdk = new Stripe(['sk', 'test', 'x'].join('_'));
    for (const [index, { first }] of [all, some, desk].entries()) {
      const [call] = await first(1);
      const signature = String(call?.headers['stripe-signature']);
      const sent = sdk.webhooks.constructEvent(call?.body ?? '', signature, secrets[index] ?? '');
      expect(sent.id).to.equal(event);
    }
    await post.deliveries.first(3);
    expect(other.items()).to.deep.equal([]);
    expect(pendingOf(post, event)).to.equal(0);
  });

  it('sends events in the API version of the endpoint', async () => {
    const shop = await receiver();
    const post = office();
    post.register(shop.url, { api_version: '2023-08-16' });
    post.cause();
    const [call] = await shop.first(1);
    expect(JSON.parse(call?.body ?? '')).to.include({ api_version: '2023-08-16' });
  });

  it('sends a limited number of simultaneous requests to a URL; the others wait', async () => {
    const shop = await receiver('hang', 'hang');
    const other = await receiver();
    const post = office({ atOnce: 2 });
    post.register(shop.url);
    post.register(other.url);
    for (let count = 0; count < 6; count += 1) post.cause();
    await other.first(6);
    await shop.first(2);
    expect(shop.items()).to.have.length(2);
    shop.release(200);
    await shop.first(6);
    await post.deliveries.first(12);
    expect(shop.mostAtOnce()).to.equal(2);
  });

  it('does not make Node warn of a leak while two receivers are slow', async () => {
    const warnings: Array<string> = [];
    const note = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
    process.on('warning', note);
    try {
      const [one, other] = [await receiver('hang'), await receiver('hang')];
      const post = office({ atOnce: 8 });
      post.register(one.url);
      post.register(other.url);
      for (let time = 0; time < 10; time += 1) post.cause();
      await Promise.all([one.first(8), other.first(8)]);
      // Warnings come after the turn in which their cause is.
      await setImmediate();
      expect(warnings).to.deep.equal([]);
    } finally {
      process.off('warning', note);
    }
  });

  it('sends no more events than it can keep, and records those that it skips', async () => {
    const shop = await receiver('hang');
    const post = office({ keepWaiting: 1 });
    post.register(shop.url);
    post.cause();
    const left = post.cause();
    expect(post.deliveries.items().map(({ event, error }) => [event, error])).to.deep.equal([
      [left, 'not sent: 1 deliveries are already in progress'],
    ]);
    await shop.first(1);
    shop.release(200);
    await post.deliveries.first(2);
    await setImmediate();
    post.cause();
    expect(outcomesOf(await post.deliveries.first(3)).at(2)).to.deep.equal([1, 200]);
  });

  const ends: ReadonlyArray<readonly [string, (post: PostOffice, endpoint: string) => unknown]> = [
    [
      'deleted',
      ({ engine }, webhook_endpoint) =>
        right(engine.call(engineOperations.deleteWebhookEndpoint, { webhook_endpoint })),
    ],
    [
      'disabled',
      ({ engine }, webhook_endpoint) =>
        right(
          engine.call(engineOperations.updateWebhookEndpoint, { webhook_endpoint, disabled: true }),
        ),
    ],
    [
      'changed to other events',
      ({ engine }, webhook_endpoint) =>
        right(
          engine.call(engineOperations.updateWebhookEndpoint, {
            webhook_endpoint,
            enabled_events: ['charge.failed'],
          }),
        ),
    ],
    ['forgotten with all the rest', ({ engine }) => engine.reset()],
  ];
  for (const [name, end] of ends) {
    it(`sends nothing more to an endpoint that was ${name}`, async () => {
      const shop = await receiver('hang', 500, 500);
      const marker = await receiver();
      const post = office();
      const { id } = post.register(shop.url);
      post.cause();
      await shop.first(1);
      end(post, id);
      shop.release(500);
      // Later events have arrived, so a second attempt would have arrived too.
      post.register(marker.url);
      for (let count = 0; count < 5; count += 1) {
        post.cause();
        await marker.first(count + 1);
      }
      expect(shop.items()).to.have.length(1);
    });
  }

  it("retries at the endpoint's current URL", async () => {
    const before = await receiver('hang');
    const after = await receiver();
    const post = office();
    const { id } = post.register(before.url);
    post.cause();
    await before.first(1);
    right(
      post.engine.call(engineOperations.updateWebhookEndpoint, {
        webhook_endpoint: id,
        url: after.url,
      }),
    );
    before.release(500);
    await after.first(1);
    const deliveries = await post.deliveries.first(2);
    expect(deliveries.map(({ url }) => url)).to.deep.equal([before.url, after.url]);
  });

  it('stops immediately when it is closed', async () => {
    const shop = await receiver('hang', 'hang', 'hang');
    const post = office({ atOnce: 2 });
    post.register(shop.url);
    for (let count = 0; count < 3; count += 1) post.cause();
    await shop.first(2);
    post.close();
    await shop.gone();
    post.cause();
    expect([shop.items().length, post.deliveries.items()]).to.deep.equal([2, []]);
  });
});

describe('the log of deliveries', () => {
  const { receiver, office } = usePostOffices();

  it('is listed page by page, newest first, also for one event', async () => {
    const shop = await receiver(500);
    const post = office();
    post.register(shop.url);
    const event = post.cause();
    await post.deliveries.first(2);
    post.cause();
    await post.deliveries.first(3);
    const { deliveries } = post.webhooks;
    const idsOf = (page: Parameters<typeof deliveries>[0]) =>
      right(deliveries(page)).data.map(({ id }) => id);
    expect(idsOf({})).to.deep.equal(['dlv_3', 'dlv_2', 'dlv_1']);
    expect(idsOf({ event })).to.deep.equal(['dlv_2', 'dlv_1']);
    expect(idsOf({ event, limit: 1 })).to.deep.equal(['dlv_2']);
    expect(idsOf({ starting_after: 'dlv_3', limit: 1 })).to.deep.equal(['dlv_2']);
    expect(idsOf({ event: 'evt_none' })).to.deep.equal([]);
    expect(refusal(deliveries({ limit: -1 }))).to.include({ status: 400, param: 'limit' });
    expect(refusal(deliveries({ starting_after: 'dlv_9' }))).to.include({
      message: "No such delivery: 'dlv_9'",
    });
  });

  it('keeps only the newest attempts', async () => {
    const shop = await receiver();
    const post = office({ keepDeliveries: 2 });
    post.register(shop.url);
    for (let count = 1; count <= 3; count += 1) {
      post.cause();
      await post.deliveries.first(count);
    }
    expect(right(post.webhooks.deliveries({})).data.map(({ id }) => id)).to.deep.equal([
      'dlv_3',
      'dlv_2',
    ]);
  });

  it('is empty after a reset', async () => {
    const shop = await receiver();
    const post = office();
    post.register(shop.url);
    post.cause();
    await post.deliveries.first(1);
    post.engine.reset();
    expect(right(post.webhooks.deliveries({})).data).to.deep.equal([]);
  });
});

describe('a resent event', () => {
  const { receiver, office } = usePostOffices();

  it('goes to every receiver once, and the response has the outcome', async () => {
    const shop = await receiver(500, 500);
    const desk = await receiver();
    const post = office({ webhook: desk.url, pauses: [] });
    const { id } = post.register(shop.url);
    const event = post.cause();
    await post.deliveries.first(2);
    const again = right(await post.webhooks.resend(event));
    expect(again).to.include({ object: 'list', has_more: false, url: '/_processor/deliveries' });
    expect(
      again.data.map(({ endpoint, status, resent, next_attempt }) => ({
        endpoint,
        status,
        resent,
        next_attempt,
      })),
    ).to.deep.equal([
      { endpoint: id, status: 500, resent: true, next_attempt: null },
      { endpoint: null, status: 200, resent: true, next_attempt: null },
    ]);
    expect([shop.items().length, desk.items().length]).to.deep.equal([2, 2]);
  });

  it('goes to a URL that is not registered, signed with the secret of the options', async () => {
    const desk = await receiver();
    const post = office();
    const event = post.cause();
    const [delivery] = right(await post.webhooks.resend(event, desk.url)).data;
    expect(delivery).to.include({ endpoint: null, url: desk.url, status: 200 });
    const [call] = await desk.first(1);
    const signature = String(call?.headers['stripe-signature']);
    expect(
      new Stripe(['sk', 'test', 'x'].join('_')).webhooks.constructEvent(
        call?.body ?? '',
        signature,
        secret,
      ).id,
    ).to.equal(event);
  });

  it('ends the retries of an endpoint that accepts it', async () => {
    const shop = await receiver('hang');
    const marker = await receiver();
    const post = office({ pauses: [0, 0] });
    post.register(shop.url);
    const event = post.cause();
    await shop.first(1);
    expect(right(await post.webhooks.resend(event)).data).to.have.length(1);
    expect(pendingOf(post, event)).to.equal(0);
    shop.release(500);
    const [, failed] = await post.deliveries.first(2);
    expect(failed).to.include({ status: 500, resent: false, next_attempt: null });
    post.register(marker.url, { enabled_events: ['customer.created'] });
    right(await post.webhooks.resend(event, marker.url));
    expect(shop.items()).to.have.length(2);
  });

  it('is counted once for each endpoint', async () => {
    const shop = await receiver();
    const slow = await receiver(500);
    const post = office({ pauses: [3600] });
    post.register(shop.url);
    post.register(slow.url);
    const event = post.cause();
    await post.deliveries.first(2);
    for (const _ of ['once', 'again']) {
      right(await post.webhooks.resend(event, shop.url));
      expect(pendingOf(post, event)).to.equal(1);
    }
    right(await post.webhooks.resend(event, slow.url));
    expect(pendingOf(post, event)).to.equal(0);
  });

  it('is not sent if a reset happens before its turn', async () => {
    const shop = await receiver('hang', 'hang');
    const post = office({ atOnce: 1 });
    const event = post.cause();
    const under = post.webhooks.resend(event, shop.url);
    const waiting = post.webhooks.resend(event, shop.url);
    await shop.first(1);
    post.engine.reset();
    await shop.gone();
    expect([right(await under).data, right(await waiting).data]).to.deep.equal([[], []]);
    expect([shop.items().length, post.deliveries.items()]).to.deep.equal([1, []]);
  });

  it('must exist and have a receiver', async () => {
    const post = office();
    expect(refusal(await post.webhooks.resend('evt_none'))).to.include({
      status: 404,
      message: "No such event: 'evt_none'",
    });
    expect(refusal(await post.webhooks.resend(post.cause()))).to.include({
      status: 400,
      param: 'url',
    });
  });
});
