import { expect } from 'chai';
import { createLogger } from '../../src/infrastructure/logger.js';
import { prettyLine, prettyLog } from '../../src/infrastructure/pretty-log.js';

const time = new Date(2026, 0, 2, 3, 4, 5).toISOString();

const line = (fields: object, isColoured = false): string =>
  prettyLine(JSON.stringify({ level: 'info', time, ...fields }), isColoured);

const request = {
  msg: 'request',
  request_id: 'b0a3',
  method: 'GET',
  route: '/api/payments/:id',
  status: 200,
  duration_ms: 12.3,
};

describe('prettyLine', () => {
  it('shows a request on one line, with its status and time', () => {
    expect(line(request)).to.equal('03:04:05 200    12.3 ms GET    /api/payments/:id\n');
  });

  it('shows the client and the error of a request', () => {
    expect(line({ ...request, status: 404, client: 'shop', error: 'NotFound' })).to.equal(
      '03:04:05 404    12.3 ms GET    /api/payments/:id shop NotFound\n',
    );
    const { route: _, ...unknown } = request;
    expect(line({ ...unknown, status: 404 })).to.include(' GET    no route\n');
  });

  it('shows other lines with their fields', () => {
    expect(line({ level: 'warn', msg: 'lost the lease', event: 'evt_1', requests: 3 })).to.equal(
      '03:04:05 WARN  lost the lease event=evt_1 requests=3\n',
    );
  });

  it('shows causes on lines of their own, the innermost last', () => {
    const cause = { name: 'Error', stack: 'Error: no\n    at pay', cause: { name: 'string' } };
    expect(line({ level: 'error', msg: 'request failed', cause })).to.equal(
      '03:04:05 ERROR request failed\n    Error: no\n    at pay\n      string\n',
    );
  });

  it('has colours only if asked', () => {
    const escape = '\u001B[';
    for (const [status, code] of [
      [201, 32],
      [402, 33],
      [503, 31],
    ] as const) {
      expect(line({ ...request, status }, true)).to.include(
        `${escape}${code}m${status}${escape}0m`,
      );
    }
    for (const [level, code] of [
      ['info', 36],
      ['warn', 33],
      ['error', 31],
    ] as const) {
      expect(line({ level, msg: 'stopping' }, true)).to.include(`${escape}${code}m`);
    }
    expect(line({ ...request, status: 503 })).not.to.include(escape);
  });

  it('does not let texts of others control the terminal', () => {
    const evil = 'a\u001B[2J\u009B31m\r\u202E';
    const shown = line({ msg: evil, error: evil, cause: { name: evil, stack: evil } });
    expect(shown.replaceAll('\n', '')).to.match(/^[\x20-\x7E]*$/u);
    expect(shown).to.include(String.raw`a\u001b[2J\u009b31m\u000d\u202e`);
  });
});

describe('prettyLog', () => {
  it('formats the lines of a logger', () => {
    const lines: Array<string> = [];
    const log = prettyLog({ write: (text) => void lines.push(text) }, false);
    createLogger('info', log).info('stopping', { signal: 'SIGTERM' });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^\d\d:\d\d:\d\d INFO {2}stopping signal=SIGTERM\n$/u);
  });
});
