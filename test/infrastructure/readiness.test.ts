import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createReadiness } from '../../src/infrastructure/readiness.js';

describe('the readiness of the service', () => {
  it('is that of its store', async () => {
    expect(await createReadiness(TE.right(undefined)).check()).to.deep.equal(E.right(undefined));
    expect(await createReadiness(TE.left('full')).check()).to.deep.equal(E.left('full'));
    const throwing = createReadiness(() => Promise.reject(new Error('thrown')));
    expect(E.isLeft(await throwing.check())).to.equal(true);
  });

  it('is denied in time when the store does not respond, by checks that share one look at it', async () => {
    let looks = 0;
    let respond = (): void => {};
    const { check } = createReadiness(
      () =>
        new Promise((resolve) => {
          looks += 1;
          respond = () => resolve(E.right(undefined));
        }),
    );
    const answers = await Promise.all([check(), check(), check()]);
    expect([looks, ...answers.map(E.isLeft)]).to.deep.equal([1, true, true, true]);
    // The same look is late already.
    expect([E.isLeft(await check()), looks]).to.deep.equal([true, 1]);
    const later = check();
    respond();
    expect([await later, looks]).to.deep.equal([E.right(undefined), 1]);
    const next = check();
    respond();
    expect([await next, looks]).to.deep.equal([E.right(undefined), 2]);
  });

  it('ends when the service stops', async () => {
    const { check, stop } = createReadiness(TE.right(undefined));
    stop();
    expect(E.isLeft(await check())).to.equal(true);
  });
});
