import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type Stripe from 'stripe';
import { type EventType, eventTypes } from '../../../src/simulator/engine/objects/event-types.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../src/simulator/engine/params/param.js';
import { noon, openShop, type Shop } from '../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../adapters/outbound/memory/support/outcomes.js';

const url = 'http://127.0.0.1:4000/hooks';
const hooks = { url, enabled_events: ['*'] } as const;

const create = ({ engine }: Shop, params: object = {}) =>
  right(engine.call(engineOperations.createWebhookEndpoint, { ...hooks, ...params }));

const overTheWire = (
  { engine }: Shop,
  operation: {
    readonly read: (typeof engineOperations)[
      | 'createWebhookEndpoint'
      | 'updateWebhookEndpoint']['read'];
  },
  form: WireHash,
) => {
  const read = operation.read(form);
  return E.isLeft(read)
    ? E.left({ _tag: 'Answered', error: read.left } as const)
    : engine.respond(read.right).answer;
};

/** The event types of 2026-09-30.endive and later; the SDK has those of 2026-08-26.dahlia. */
type Newer = Extract<
  EventType,
  `apps.install.${string}` | `three_d_secure.authentication.${string}`
>;

type Same<A, B> = [A, B] extends [B, A] ? true : never;

describe('webhook endpoints', () => {
  it('accept every event type of the SDK and newer ones, and no others', () => {
    const same: Same<
      Exclude<EventType, Newer> | '*',
      Stripe.WebhookEndpointCreateParams.EnabledEvent
    > = true;
    expect(same).to.equal(true);
    expect(new Set(eventTypes).size).to.equal(eventTypes.length);
  });

  it('are created with a secret, which is shown only once', () => {
    const shop = openShop();
    const endpoint = right(
      overTheWire(shop, engineOperations.createWebhookEndpoint, {
        url,
        enabled_events: ['charge.succeeded', 'charge.failed'],
        api_version: '2023-08-16',
        connect: 'false',
        description: 'orders',
        metadata: { team: 'shop' },
      }),
    );
    expect(endpoint['id']).to.match(/^we_[0-9A-Za-z]{24}$/);
    expect(endpoint['secret']).to.match(/^whsec_[0-9A-Za-z]{24}$/);
    const { secret: _, ...shown } = endpoint;
    expect(shown).to.deep.equal({
      id: endpoint['id'],
      object: 'webhook_endpoint',
      api_version: '2023-08-16',
      application: null,
      created: noon,
      description: 'orders',
      enabled_events: ['charge.succeeded', 'charge.failed'],
      livemode: false,
      metadata: { team: 'shop' },
      status: 'enabled',
      url,
    });
    const { engine } = shop;
    const webhook_endpoint = String(endpoint['id']);
    expect(
      right(engine.call(engineOperations.retrieveWebhookEndpoint, { webhook_endpoint })),
    ).to.deep.equal(shown);
    expect(right(engine.call(engineOperations.listWebhookEndpoints, {}))).to.deep.equal({
      object: 'list',
      data: [shown],
      has_more: false,
      url: '/v1/webhook_endpoints',
    });
  });

  it('change in the given fields, and are shown without the secret', () => {
    const shop = openShop();
    const before = create(shop, { description: 'orders', metadata: { a: '1', b: '2' } });
    const after = right(
      overTheWire(shop, engineOperations.updateWebhookEndpoint, {
        webhook_endpoint: before.id,
        description: '',
        disabled: 'true',
        enabled_events: ['charge.failed'],
        metadata: { b: '', c: '3' },
      }),
    );
    const { secret: _, ...shown } = before;
    expect(after).to.deep.equal({
      ...shown,
      description: null,
      enabled_events: ['charge.failed'],
      metadata: { a: '1', c: '3' },
      status: 'disabled',
    });
    const again = right(
      shop.engine.call(engineOperations.updateWebhookEndpoint, {
        webhook_endpoint: before.id,
        disabled: false,
      }),
    );
    expect(again).to.deep.equal({ ...after, status: 'enabled' });
  });

  it('cannot be retrieved once deleted', () => {
    const shop = openShop();
    const { id } = create(shop);
    const webhook_endpoint = id;
    const { engine } = shop;
    expect(
      right(engine.call(engineOperations.deleteWebhookEndpoint, { webhook_endpoint })),
    ).to.deep.equal({ id, object: 'webhook_endpoint', deleted: true });
    for (const outcome of [
      engine.call(engineOperations.retrieveWebhookEndpoint, { webhook_endpoint }),
      engine.call(engineOperations.updateWebhookEndpoint, { webhook_endpoint }),
      engine.call(engineOperations.deleteWebhookEndpoint, { webhook_endpoint }),
    ]) {
      expect(refusal<object>(outcome)).to.include({
        status: 404,
        code: 'resource_missing',
        message: `No such webhook endpoint: '${id}'`,
      });
    }
    expect(engine.endpointsFor('charge.succeeded')).to.deep.equal([]);
  });

  it('are limited to sixteen; a refused one uses up no id', () => {
    const shop = openShop();
    for (let count = 0; count < 16; count += 1) create(shop);
    const made = shop.engine.snapshot().idsMade;
    expect(refusal(shop.engine.call(engineOperations.createWebhookEndpoint, hooks))).to.deep.equal({
      status: 400,
      type: 'invalid_request_error',
      message: 'You have reached the maximum of 16 test webhook endpoints.',
    });
    expect(shop.engine.snapshot().idsMade).to.equal(made);
  });

  const wrong: ReadonlyArray<readonly [string, WireHash, object]> = [
    ['without a URL', { enabled_events: ['*'] }, { param: 'url', code: 'parameter_missing' }],
    ['without events', { url }, { param: 'enabled_events', code: 'parameter_missing' }],
    [
      'of a URL without a scheme',
      { url: 'localhost:3000', enabled_events: ['*'] },
      {
        param: 'url',
        code: 'url_invalid',
        message: 'Invalid URL: An explicit scheme (such as https) must be provided.',
      },
    ],
    [
      'of another scheme',
      { url: 'ftp://example.com', enabled_events: ['*'] },
      { param: 'url', code: 'url_invalid' },
    ],
    [
      'of a URL that is none',
      { url: 'https://', enabled_events: ['*'] },
      { param: 'url', code: 'url_invalid', message: 'Not a valid URL' },
    ],
    ['of no list of events', { url, enabled_events: '*' }, { param: 'enabled_events' }],
    [
      'of a version that is none',
      { url, enabled_events: ['*'], api_version: 'newest' },
      { param: 'api_version', message: 'Invalid Stripe API version: newest' },
    ],
    [
      'of connected accounts',
      { url, enabled_events: ['*'], connect: 'true' },
      {
        param: 'connect',
        message: 'This simulator does not simulate the parameter: connect',
      },
    ],
    [
      'of something unknown',
      { url, enabled_events: ['*'], secret: 'mine' },
      { param: 'secret', code: 'parameter_unknown' },
    ],
  ];
  for (const [name, form, error] of wrong) {
    it(`are refused ${name}`, () => {
      const shop = openShop();
      expect(
        refusal(overTheWire(shop, engineOperations.createWebhookEndpoint, form)),
      ).to.deep.include({
        status: 400,
        type: 'invalid_request_error',
        ...error,
      });
      expect(shop.engine.endpointsFor('charge.succeeded')).to.deep.equal([]);
    });
  }

  it('are refused for an unknown event type, by its place in the list', () => {
    const { param, message } = refusal(
      overTheWire(openShop(), engineOperations.createWebhookEndpoint, {
        url,
        enabled_events: ['charge.succeeded', 'charge.invented'],
      }),
    );
    expect(param).to.equal('enabled_events[1]');
    expect(message).to.match(
      /^Invalid enabled_events\[1\]: must be one of account\.application\.authorized, /,
    );
  });

  it('are part of a snapshot, with their secrets', () => {
    const shop = openShop();
    const endpoint = create(shop);
    const twin = openShop({ seed: 'another' });
    twin.processor.controls.restore(JSON.parse(JSON.stringify(shop.engine.snapshot())));
    expect(twin.engine.endpointsFor('charge.succeeded')).to.deep.equal([endpoint]);
  });
});

describe('the endpoints of an event', () => {
  it('are the enabled ones with its type, the oldest first', () => {
    const shop = openShop();
    const all = create(shop);
    create(shop, { enabled_events: ['charge.failed'] });
    const some = create(shop, { enabled_events: ['charge.failed', 'customer.created'] });
    const off = create(shop);
    right(
      shop.engine.call(engineOperations.updateWebhookEndpoint, {
        webhook_endpoint: off.id,
        disabled: true,
      }),
    );
    expect(shop.engine.endpointsFor('customer.created').map(({ id }) => id)).to.deep.equal([
      all.id,
      some.id,
    ]);
  });

  it('are counted in the event at the time it happens', () => {
    const shop = openShop();
    create(shop);
    create(shop, { enabled_events: ['charge.failed'] });
    create(shop, { enabled_events: ['customer.created'] });
    const { engine } = shop;
    right(engine.call(engineOperations.createCustomer, {}));
    create(shop);
    const [event, before] = right(engine.call(engineOperations.listEvents, {})).data;
    expect([event?.type, event?.pending_webhooks]).to.deep.equal(['customer.created', 2]);
    expect(before?.pending_webhooks).to.equal(0);
  });
});
