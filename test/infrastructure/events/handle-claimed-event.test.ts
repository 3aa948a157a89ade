import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { withGracePeriod } from '../../../src/infrastructure/events/handle-claimed-event.js';
import { rejectionOf } from '../../support/errors/rejection-of.js';

const never = () => new Promise<void>(() => {});

describe('withGracePeriod', () => {
  it('resolves or rejects with the work', async () => {
    const { signal } = new AbortController();
    await withGracePeriod(signal, 1, async () => {});
    const failed = withGracePeriod(signal, 1, () => Promise.reject(new Error('no room')));
    expect(await rejectionOf(failed)).to.equal('Error: no room');
  });

  it('leaves no listener behind, so that Node does not warn of an event with many handlers', async () => {
    const { signal } = new AbortController();
    for (let handler = 0; handler < 12; handler += 1) {
      await withGracePeriod(signal, 1, async () => {});
    }
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
  });

  it('does not start the work after the signal has aborted', async () => {
    const begun = withGracePeriod(AbortSignal.abort(new Error('too late')), 1, () =>
      expect.fail('must not begin'),
    );
    expect(await rejectionOf(begun)).to.equal('Error: too late');
  });

  it('rejects after the grace period if the work ignores the signal', async () => {
    const controller = new AbortController();
    const deaf = withGracePeriod(controller.signal, 1, never);
    controller.abort(new Error('too long'));
    expect(await rejectionOf(deaf)).to.equal('Error: too long');
  });

  it('takes the result of work that ends within the grace period', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const heeding = withGracePeriod(
      signal,
      60_000,
      () => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    controller.abort();
    await heeding;
  });

  it('causes no unhandled rejection after the work has ended', async () => {
    const unhandled: Array<unknown> = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const controller = new AbortController();
    const { signal } = controller;
    const heeding = withGracePeriod(
      signal,
      1,
      () => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    const deaf = withGracePeriod(signal, 5, never);
    controller.abort(new Error('too long'));
    await heeding;
    expect(await rejectionOf(deaf)).to.equal('Error: too long');
    process.off('unhandledRejection', note);
    expect(unhandled).to.deep.equal([]);
  });
});
