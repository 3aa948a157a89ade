import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createIdempotencyCipher } from '../../../src/adapters/outbound/idempotency-cipher.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { settleDoubt } from '../../../src/application/facade/settle-doubt.js';
import { storedOutcome } from '../../../src/application/idempotency/keyed-outcome.js';
import type { IdempotencyDependencies } from '../../../src/application/idempotency/run-idempotently.js';
import type { UnsettledKey } from '../../../src/application/ports/idempotency-store.js';
import type { Evidence, OutcomeLookUps } from '../../../src/application/ports/payment-processor.js';
import { silentTelemetry } from '../../../src/application/ports/telemetry.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { searched } from '../../../src/domain/search-outcome.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { keyedRequest } from '../../support/idempotency/keyed-request.js';
import { quietIdempotency } from '../../support/idempotency/quiet-idempotency.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { refund } = processorObjects;
const now = 1_800_000_000;
const derivedKey = 'd'.repeat(64);

const cipher = createIdempotencyCipher(['a secret']);
const [fingerprint] = cipher.fingerprints('a request');
const sealed = (text: string): string => O.getOrElse(() => '')(cipher.seal(text));

type Found = E.Either<ProcessorError, Evidence<typeof refund>>;

/** A refund in doubt, and the function that settles it. The processor answers nothing but this look-up. */
const openDoubt = async (
  found: Found = E.right(searched.found(E.right(refund))),
  given: Partial<IdempotencyDependencies> = {},
) => {
  const store = createMemoryIdempotencyStore();
  const looked: Array<unknown> = [];
  const createRefund: OutcomeLookUps['createRefund'] = (...asked) =>
    pipe(
      TE.fromIO(() => looked.push(asked)),
      TE.flatMapEither(() => found),
    );
  const settle = settleDoubt(
    explodingDependencies,
    { createRefund },
    {
      ...quietIdempotency,
      store,
      cipher: TE.right(cipher),
      clock: () => now,
      leaseSeconds: 60,
      ...given,
    },
    silentTelemetry,
  );
  const request = keyedRequest({
    fingerprints: [fingerprint],
    firstSent: { operation: 'refundCharge', derivedKey, settings: '{}' },
    summary: sealed('{"charge":"ch_1","amount_minor":300,"metadata":{"order":"42"}}'),
    now: now - 7200,
    leaseUntil: now - 7140,
  });
  await valueOf(store.claim(request));
  const [key] = await valueOf(store.unsettled({ limit: 1 }));
  if (key === undefined) throw new Error('no key is in doubt');
  const repeated = () =>
    valueOf(store.claim({ ...request, owner: 'repeated', now, leaseUntil: now + 60 }));
  return { settle, looked, key, repeated };
};

const left = (error: ProcessorError): Found => E.left(error);

describe('settling a key in doubt', () => {
  it('looks the request up by its stored input, key and moment, and stores the outcome', async () => {
    const { settle, looked, key, repeated } = await openDoubt();
    const settled = await settle(key, 'event')();
    expect(settled).to.deep.equal({ _tag: 'Settled', outcome: E.right(refund) });
    expect(looked).to.deep.equal([
      [
        { charge: 'ch_1', amount: 300, metadata: { order: '42' } },
        { idempotencyKey: derivedKey, since: now - 7200 },
      ],
    ]);
    const claim = await repeated();
    expect(claim._tag).to.equal('Answered');
    const answer = claim._tag === 'Answered' ? claim.answer : '';
    expect(cipher.open(answer)).to.deep.equal(O.fromEither(storedOutcome.write(E.right(refund))));
  });

  it('stores a refusal of the processor too', async () => {
    const refused = { ...paymentErrors.ProcessorRefused, status: 400 };
    const { settle, key, repeated } = await openDoubt(E.right(searched.found(E.left(refused))));
    expect(await settle(key, 'event')()).to.deep.equal({
      _tag: 'Settled',
      outcome: E.left(refused),
    });
    expect((await repeated())._tag).to.equal('Answered');
  });

  const inDoubt: Readonly<Record<string, readonly [found: Found, stays: object]>> = {
    'nothing was done': [E.right(searched.absent), { _tag: 'NoEvidence' }],
    'there is no evidence': [E.right(searched.uncertain), { _tag: 'NoEvidence' }],
    // The processor compares requests under one key; the object may still be of this one.
    'the object under the derived key is of another request': [
      E.right(
        searched.found(
          E.left({ ...paymentErrors.ProcessorRefused, status: 400, code: 'idempotency_error' }),
        ),
      ),
      { _tag: 'NoEvidence' },
    ],
    'the evidence is no decision': [
      E.right(searched.found(E.left({ ...paymentErrors.ProcessorRefused, status: 409 }))),
      { _tag: 'Failed', error: { ...paymentErrors.ProcessorRefused, status: 409 } },
    ],
    'the processor does not answer': [
      left(paymentErrors.ProcessorUnavailable),
      { _tag: 'Failed', error: paymentErrors.ProcessorUnavailable },
    ],
  };
  for (const [title, [found, stays]] of Object.entries(inDoubt)) {
    it(`leaves the key in doubt when ${title}`, async () => {
      const { settle, key, repeated } = await openDoubt(found);
      expect(await settle(key, 'background')()).to.deep.equal(stays);
      expect(await repeated()).to.deep.include({
        _tag: 'Claimed',
        doubt: { since: now - 7200, age: 7200 },
      });
    });
  }

  const firstSentAs = (operation: string) => ({ operation, derivedKey, settings: '{}' });
  const unasked: Readonly<Record<string, readonly [key: Partial<UnsettledKey>, tag: string]>> = {
    'whose request is running': [{ leasedUntil: now + 1 }, 'AtWork'],
    'without a summary': [{ summary: null }, 'NoLookUp'],
    'of a version that stored no operation': [{ firstSent: null }, 'NoLookUp'],
    'of an operation that this version does not know': [
      { firstSent: firstSentAs('payLater') },
      'NoLookUp',
    ],
    'of an operation that calls no processor': [
      { firstSent: firstSentAs('replayEvent') },
      'NoLookUp',
    ],
    'whose summary has another secret': [{ summary: 'c2VhbGVk' }, 'Unreadable'],
    'whose summary is no JSON': [{ summary: sealed('{') }, 'Unreadable'],
    'whose summary is no object': [{ summary: sealed('"ch_1"') }, 'Unreadable'],
    'whose summary lacks a field': [{ summary: sealed('{"amount":300}') }, 'Unreadable'],
    'whose summary has an unknown field': [
      { summary: sealed('{"charge":"ch_1","cents":300}') },
      'Unreadable',
    ],
    'whose summary has an unsafe id': [{ summary: sealed('{"charge":"../x"}') }, 'Unreadable'],
  };
  for (const [title, [changed, tag]] of Object.entries(unasked)) {
    it(`does not ask the processor about a key ${title}`, async () => {
      const { settle, looked, key } = await openDoubt();
      expect(await settle({ ...key, ...changed }, 'background')()).to.deep.equal({ _tag: tag });
      expect(looked).to.deep.equal([]);
    });
  }

  it('stores nothing that could not be read again', async () => {
    const { settle, key, repeated } = await openDoubt();
    const settled = await settle({ ...key, secret: 'unknown' }, 'background')();
    expect(settled).to.deep.equal({ _tag: 'Unreadable' });
    expect((await repeated())._tag).to.equal('Claimed');
  });

  it('leaves a key alone that another request has taken meanwhile', async () => {
    const { settle, key, repeated } = await openDoubt();
    await repeated();
    expect(await settle(key, 'background')()).to.deep.equal({ _tag: 'Taken' });
  });

  it('says that the store failed', async () => {
    const failing = () => TE.left(paymentErrors.StoreUnavailable);
    const failed = { _tag: 'Failed', error: paymentErrors.StoreUnavailable };
    const store = { ...createMemoryIdempotencyStore(), settle: failing };
    const one = await openDoubt(undefined, { store });
    expect(await one.settle(one.key, 'background')()).to.deep.equal(failed);
    const other = await openDoubt(undefined, { cipher: TE.left(paymentErrors.StoreUnavailable) });
    expect(await other.settle(other.key, 'background')()).to.deep.equal(failed);
  });
});
