import { expect } from 'chai';
import { withGracePeriod } from '../../../src/infrastructure/events/handle-claimed-event.js';
import { rejectionOf } from '../../support/errors/rejection-of.js';

const never = () => new Promise<void>(() => {});

describe('withGracePeriod', () => {
  it('ends as the work ends', async () => {
    const { signal } = new AbortController();
    await withGracePeriod(signal, 1, async () => {});
    const failed = withGracePeriod(signal, 1, () => Promise.reject(new Error('no room')));
    expect(await rejectionOf(failed)).to.equal('Error: no room');
  });

  it('does not begin after the signal', async () => {
    const begun = withGracePeriod(AbortSignal.abort(new Error('too late')), 1, () =>
      expect.fail('must not begin'),
    );
    expect(await rejectionOf(begun)).to.equal('Error: too late');
  });

  it('waits no longer than its patience for what does not heed the signal', async () => {
    const controller = new AbortController();
    const deaf = withGracePeriod(controller.signal, 1, never);
    controller.abort(new Error('too long'));
    expect(await rejectionOf(deaf)).to.equal('Error: too long');
  });

  it('lets who heeds the signal have the last word', async () => {
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

  it('has nothing more to say to who has heeded the signal', async () => {
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
