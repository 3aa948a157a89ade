import { expect } from 'chai';
import type { LogFields, Logger } from '../../src/application/ports/logger.js';
import { foldRepeats } from '../../src/infrastructure/fold-repeats.js';
import { until } from '../support/time/until.js';

describe('repeated failures in the log', () => {
  const fold = (windowMs?: number) => {
    const lines: Array<readonly [message: string, fields: LogFields | undefined]> = [];
    const add = (message: string, fields?: LogFields): void => void lines.push([message, fields]);
    const to: Logger = { info: add, warn: add, error: add };
    return { lines, ...foldRepeats(to, windowMs) };
  };

  const fields = () => ({ error: 'StoreUnavailable', cause: new Error('connect ECONNREFUSED') });

  it('are one line, and then one with their number', () => {
    const { lines, logger, flush } = fold();
    for (let n = 0; n < 100; n += 1) logger.error('could not claim events', fields());
    expect(lines).to.have.lengthOf(1);
    flush();
    expect(lines.map(([message, { times } = {}]) => [message, times])).to.deep.equal([
      ['could not claim events', undefined],
      ['could not claim events', 99],
    ]);
    flush();
    expect(lines).to.have.lengthOf(2);
  });

  it('are told in between, and forgotten after a window without them', async () => {
    const { lines, logger, flush } = fold(5);
    logger.warn('slow');
    logger.warn('slow');
    logger.warn('slow');
    await until(() => lines.length === 2);
    expect(lines[1]).to.deep.equal(['slow', { times: 2 }]);
    // The next one after a window without any is a first one again.
    await until(() => {
      logger.warn('slow');
      return lines.length > 2;
    });
    flush();
  });

  it('stay apart if their level, message, fields or cause differ; information always stays', () => {
    const { lines, logger, flush } = fold();
    logger.error('one', fields());
    logger.warn('one', fields());
    logger.error('two', fields());
    logger.error('one', { ...fields(), request_id: 'a' });
    logger.error('one', { ...fields(), cause: new Error('other') });
    logger.info('request');
    logger.info('request');
    expect(lines).to.have.lengthOf(7);
    flush();
    expect(lines).to.have.lengthOf(7);
  });

  it('of requests are one line for each error, with the id of the last one; defects stay', () => {
    const { lines, logger, flush } = fold();
    const failed = (error: string, id: string): void =>
      logger.error('request failed', { ...fields(), error, request_id: id });
    for (const id of ['a', 'b', 'c']) failed('StoreUnavailable', id);
    failed('ProcessorUnavailable', 'd');
    failed('Unexpected', 'e');
    failed('Unexpected', 'f');
    flush();
    expect(
      lines.map(([, told]) => [told?.['error'], told?.['request_id'], told?.['times']]),
    ).to.deep.equal([
      ['StoreUnavailable', 'a', undefined],
      ['ProcessorUnavailable', 'd', undefined],
      ['Unexpected', 'e', undefined],
      ['Unexpected', 'f', undefined],
      ['StoreUnavailable', 'c', 2],
    ]);
  });

  it('of very many kinds are logged as they come', () => {
    const { lines, logger, flush } = fold();
    for (let n = 0; n < 501; n += 1) logger.error(`failure ${n}`);
    logger.error('failure 500');
    logger.error('failure 499');
    expect(lines).to.have.lengthOf(502);
    flush();
  });
});
