import { expect } from 'chai';
import { usePrograms } from '../../../support/programs/use-programs.js';
import { eventually } from '../../../support/time/until.js';

describe('pasarela serve --watch', () => {
  const { start, addressOf } = usePrograms(['stderr']);

  /** Starts the service, and returns a function that reads its metrics. */
  const metricsOf = async (...args: ReadonlyArray<string>) => {
    const address = await addressOf(await start(['serve', '--port', '0', ...args]));
    return async (): Promise<string> => (await fetch(`${address}/metrics`)).text();
  };

  it('reconciles, and counts that it did', async () => {
    const metrics = await metricsOf('--watch');
    await eventually(async () => {
      expect(await metrics()).to.match(/^pasarela_reconcile_last_success_timestamp_seconds [1-9]/m);
    });
  });

  it('is off without the option', async () => {
    const metrics = await metricsOf();
    expect(await metrics()).not.to.include('pasarela_reconcile');
  });
});
