import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { Stripe } from 'stripe';
import {
  createStripeWebhooks,
  signWebhook,
} from '../../../src/adapters/outbound/webhook-signature.js';
import { signatureOf } from '../../support/http/signature-of.js';
import { seed } from '../../support/inputs/seed.js';

const now = 1_800_000_000;
const secret = `${'whsec'}_${'verifier0123456789'}`;
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.succeeded',
  created: now,
  livemode: false,
  data: { object: { id: 'ch_ñ€' } },
  unknown_field: [1, { a: null }],
};
const payload = JSON.stringify(event);
const stripe = new Stripe(`${'sk'}_${'test'}_none`);

type Call = { readonly payload: string | Uint8Array; readonly signature: string | undefined };

const verifierOf = (...secrets: ReadonlyArray<string>) => {
  const webhooks = createStripeWebhooks({ secrets, clock: () => now });
  return {
    verify: ({ payload: body, signature }: Call) =>
      webhooks.receive({
        headers: { 'processor-signature': signature },
        body: Buffer.from(body),
      })(),
  };
};

// The first 8 hexadecimal digits of the SHA-256 of the secret.
const verified = E.right({
  events: [{ event, signedWith: createHash('sha256').update(secret).digest('hex').slice(0, 8) }],
});

const invalid = (detail: string) => E.left({ _tag: 'WebhookSignatureInvalid', detail });
const noMatch = invalid('no signature matches the body with a configured secret');

describe("Stripe's webhooks (decisions W1 to W3)", () => {
  it('reads stripe-signature where there is no processor-signature', async () => {
    const signature = signatureOf(payload, secret, now);
    const webhooks = createStripeWebhooks({ secrets: [secret], clock: () => now });
    const receive = (headers: { readonly [name: string]: string }) =>
      webhooks.receive({ headers, body: Buffer.from(payload) })();
    expect(await receive({ 'stripe-signature': signature })).to.deep.equal(verified);
    expect(
      await receive({ 'stripe-signature': signature, 'processor-signature': `t=${now},v1=00` }),
    ).to.deep.equal(noMatch);
  });

  it('returns the event with all fields, from text and from bytes', async () => {
    const signature = signatureOf(payload, secret, now);
    for (const body of [payload, Buffer.from(payload), new TextEncoder().encode(payload)]) {
      expect(await verifierOf(secret).verify({ payload: body, signature })).to.deep.equal(verified);
    }
  });

  for (const signature of [undefined, '', '   ']) {
    it(`reports the missing signature ${JSON.stringify(signature)} before a missing secret`, async () => {
      expect(await verifierOf().verify({ payload, signature })).to.deep.equal(
        E.left({ _tag: 'WebhookSignatureMissing' }),
      );
    });
  }

  it('reports a missing secret', async () => {
    const signature = signatureOf(payload, secret, now);
    expect(await verifierOf().verify({ payload, signature })).to.deep.equal(
      E.left({ _tag: 'WebhookSecretMissing' }),
    );
  });

  for (const [offset, taken] of [
    [0, true],
    [-299, true],
    [-300, true],
    [-301, false],
    [300, true],
    [301, false],
    [-1_000_000, false],
  ] as const) {
    it(`${taken ? 'accepts' : 'refuses'} a signature ${offset} s from now`, async () => {
      const outcome = await verifierOf(secret).verify({
        payload,
        signature: signatureOf(payload, secret, now + offset),
      });
      expect(outcome).to.deep.equal(
        taken ? verified : invalid('the timestamp is more than 300 seconds away from now'),
      );
    });
  }

  for (const header of [
    'nonsense',
    'v1=00',
    't=,v1=00',
    't=-5,v1=00',
    't=1.5,v1=00',
    't=1e9,v1=00',
    't=99999999999999999999,v1=00',
    '=,=',
    't',
  ]) {
    it(`refuses ${header}, which has no timestamp`, async () => {
      expect(await verifierOf(secret).verify({ payload, signature: header })).to.deep.equal(
        invalid('the header has no timestamp (t=...)'),
      );
    });
  }

  for (const header of [`t=${now}`, `t=${now},v0=00`, `t=${now},v1`, `t=${now};v1=00`]) {
    it(`refuses ${header}, which has no v1`, async () => {
      const outcome = await verifierOf(secret).verify({ payload, signature: header });
      expect(E.isLeft(outcome) && 'detail' in outcome.left && outcome.left.detail).to.match(
        /^the header has no (v1 signature|timestamp)/,
      );
    });
  }

  for (const v1 of ['', '0', '0'.repeat(64), '0'.repeat(65), 'ñ'.repeat(64), '💳']) {
    it(`refuses v1=${v1.slice(0, 10)} (${v1.length})`, async () => {
      expect(
        await verifierOf(secret).verify({ payload, signature: `t=${now},v1=${v1}` }),
      ).to.deep.equal(noMatch);
    });
  }

  it('includes the timestamp in the signature', async () => {
    const [, v1 = ''] = signatureOf(payload, secret, now).split(',v1=');
    const signature = `t=${now + 1},v1=${v1}`;
    expect(await verifierOf(secret).verify({ payload, signature })).to.deep.equal(noMatch);
  });

  it('uses the whole secret as the key, including its prefix', async () => {
    const signature = signatureOf(payload, secret.replace('whsec_', ''), now);
    expect(await verifierOf(secret).verify({ payload, signature })).to.deep.equal(noMatch);
  });

  it('accepts any of several secrets and of several signatures, with spaces around them', async () => {
    const [, v1 = ''] = signatureOf(payload, secret, now).split(',v1=');
    const signature = ` t=${now} , v0=1, v1=${'0'.repeat(64)}, v1=${v1} `;
    expect(await verifierOf('old', secret, 'new').verify({ payload, signature })).to.deep.equal(
      verified,
    );
  });

  for (const body of ['', 'x', '[]', 'null', '"evt"', '{}', '{"id":"evt_1","object":"charge"}']) {
    it(`refuses the correctly signed body ${JSON.stringify(body)}, which is not an event`, async () => {
      const signature = signatureOf(body, secret, now);
      expect(await verifierOf(secret).verify({ payload: body, signature })).to.deep.equal(
        E.left({ _tag: 'WebhookPayloadInvalid' }),
      );
    });
  }

  it('refuses a correctly signed event that does not say whether it is live', async () => {
    const { livemode: _, ...unsaid } = event;
    const body = JSON.stringify(unsaid);
    expect(
      await verifierOf(secret).verify({ payload: body, signature: signatureOf(body, secret, now) }),
    ).to.deep.equal(E.left({ _tag: 'WebhookPayloadInvalid' }));
  });

  // One store would accept them and another fail, so that the call would be repeated for days.
  for (const wrong of [{ id: 'evt_\u0000' }, { id: '' }, { type: 'a\nb' }, { created: 1e300 }]) {
    it(`refuses a correctly signed event with ${JSON.stringify(wrong)}`, async () => {
      const body = JSON.stringify({ ...event, ...wrong });
      expect(
        await verifierOf(secret).verify({
          payload: body,
          signature: signatureOf(body, secret, now),
        }),
      ).to.deep.equal(E.left({ _tag: 'WebhookPayloadInvalid' }));
    });
  }

  it('agrees with the SDK and with a signature made by hand on any body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (body, key) => {
        const ours = signWebhook(body, { secret: key, timestamp: now });
        expect(ours).to.equal(signatureOf(body, key, now));
        expect(ours).to.equal(
          stripe.webhooks.generateTestHeaderString({ payload: body, secret: key, timestamp: now }),
        );
      }),
      { seed },
    );
  });

  it('signs for now unless it is told when', () => {
    const [stamp = ''] = signWebhook(payload, { secret }).split(',');
    expect(Math.abs(Number(stamp.slice(2)) - Date.now() / 1000)).to.be.below(300);
  });

  const wrongCalls: ReadonlyArray<readonly [unknown, unknown, string]> = [
    [event, { secret }, 'payload must be the body of the call as it is sent'],
    [undefined, { secret }, 'payload must be the body of the call as it is sent'],
    [payload, { secret: '' }, 'secret must be a non-empty string'],
    [payload, {}, 'secret must be a non-empty string'],
    [payload, undefined, 'secret must be a non-empty string'],
    [payload, { secret, timestamp: now * 1000 }, 'timestamp must be in Unix seconds, not'],
    [payload, { secret, timestamp: `${now}` }, 'timestamp must be in Unix seconds, not'],
    [payload, { secret, timestamp: now + 0.5 }, 'timestamp must be in Unix seconds, not'],
    [payload, { secret, time: now }, 'there is no option time'],
  ];
  for (const [body, options, problem] of wrongCalls) {
    it(`does not sign with ${JSON.stringify([typeof body, options])}`, () => {
      expect(() => void Reflect.apply(signWebhook, undefined, [body, options])).to.throw(
        TypeError,
        problem,
      );
    });
  }

  it('accepts and makes the same signatures as the SDK', () => {
    const signature = signWebhook(payload, { secret, timestamp: now });
    const theirs = stripe.webhooks.constructEvent(payload, signature, secret, 300, undefined, now);
    expect(theirs).to.deep.equal(event);
    expect(() =>
      stripe.webhooks.constructEvent(`${payload} `, signature, secret, 300, undefined, now),
    ).to.throw(/signature/);
  });

  it('refuses any single changed character', async () => {
    const signature = signatureOf(payload, secret, now);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: payload.length - 1 }), async (position) => {
        const changed = `${payload.slice(0, position)}~${payload.slice(position + 1)}`;
        expect(await verifierOf(secret).verify({ payload: changed, signature })).to.deep.equal(
          noMatch,
        );
      }),
      { seed },
    );
  });
});
