import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createLogDestination } from '../../src/infrastructure/log-destination.js';
import { at } from '../support/json/at.js';

/** A stream whose reader takes nothing until `read` is called. */
const stalling = () => {
  const written: Array<string> = [];
  let taken: (() => void) | undefined;
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      written.push(text);
      taken = done;
    },
  });
  return { stream, written, read: () => taken?.() };
};

describe('the log', () => {
  it('writes the lines of one turn of the event loop at once', async () => {
    const { stream, written } = stalling();
    const log = createLogDestination(stream);
    log.write('a\n');
    log.write('b\n');
    await turn();
    expect(written).to.deep.equal(['a\nb\n']);
  });

  it('keeps a megabyte for a reader that stalls, and then says how many lines it dropped', async () => {
    const { stream, written, read } = stalling();
    const log = createLogDestination(stream);
    const line = `${'x'.repeat(9_999)}\n`;
    for (let n = 0; n < 100; n += 1) {
      for (let m = 0; m < 10; m += 1) log.write(line);
      await turn();
    }
    expect(stream.writableLength).to.be.lessThan(1_100_000);
    while (stream.writableLength > 0) {
      read();
      await turn();
    }
    const lines = written.join('').split('\n').slice(0, -1);
    const kept = lines.filter((text) => text.startsWith('x'));
    const [notice, ...others] = lines.filter((text) => !text.startsWith('x'));
    expect(others).to.deep.equal([]);
    const said: unknown = JSON.parse(notice ?? '');
    expect(said).to.include({ level: 'warn', dropped: 1000 - kept.length });
    expect(at(said, 'time')).to.match(/^\d{4}-/);
    expect(kept.length).to.be.greaterThan(90);
    log.write('again\n');
    await turn();
    expect(written.at(-1)).to.equal('again\n');
  });

  it('is flushed without waiting for a reader that stalls', async () => {
    const { stream, written, read } = stalling();
    const log = createLogDestination(stream);
    log.write('last\n');
    await log.flush(1);
    expect(written).to.deep.equal(['last\n']);
    const flushed = log.flush(60_000);
    for (let n = 0; n < 5; n += 1) {
      read();
      await turn();
    }
    await flushed;
  });

  it('survives a reader that has gone', async () => {
    const stream = new Writable({ write: (_text, _encoding, done) => done(new Error('EPIPE')) });
    const log = createLogDestination(stream);
    log.write('a\n');
    await turn();
    log.write('b\n');
    await log.flush(60_000);
  });
});
