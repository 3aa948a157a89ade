import { expect } from 'chai';
import type { LogFields } from '../../src/application/ports/logger.js';
import type { LogLevel } from '../../src/infrastructure/config/variables.js';
import { createLogger } from '../../src/infrastructure/logger.js';
import { at } from '../support/json/at.js';
import { findLeaks } from '../support/service/find-leaks.js';

const card = '4242424242424242';
const key = `${'sk'}_${'test'}_0123456789abcdef`;
const webhookSecret = `${'whsec'}_${'0123456789abcdef'}`;
const clientSecret = `pi_1_${'secret'}_0123456789abcdef`;

const logging = (level: LogLevel = 'info') => {
  const lines: Array<string> = [];
  const logger = createLogger(level, { write: (line) => void lines.push(line) });
  return { logger, lines };
};

const logged = (fields: LogFields): unknown => {
  const { logger, lines } = logging();
  logger.info('message', fields);
  return JSON.parse(lines.join(''));
};

describe('the logger', () => {
  it('writes one JSON line with level, time and message', () => {
    const { logger, lines } = logging();
    logger.warn('something');
    expect(lines).to.have.lengthOf(1);
    const line: unknown = JSON.parse(lines.join(''));
    expect(line).to.deep.equal({ level: 'warn', time: at(line, 'time'), msg: 'something' });
    expect(at(line, 'time')).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('logs the fields on its list', () => {
    const fields = {
      request_id: 'a',
      method: 'GET',
      route: '/api/customers/:id',
      status: 200,
      duration_ms: 1.5,
      client: 'shop',
      error: 'NotFound',
      event: 'evt_1',
      type: 'charge.succeeded',
      operation: 'createCustomer',
      key_hash: 'b5d4',
      address: 'http://127.0.0.1:3000',
      signal: 'SIGTERM',
    };
    expect(logged(fields)).to.deep.include(fields);
  });

  it('drops every other field', () => {
    const line = logged({
      number: card,
      cvc: '314',
      client_secret: clientSecret,
      body: { number: card },
      headers: { authorization: `Bearer ${key}` },
      password: 'x',
      path: `/api/customers/${card}`,
      level: 'fatal',
      msg: 'forged',
      time: 'forged',
    });
    expect(line).to.deep.equal({ level: 'info', time: at(line, 'time'), msg: 'message' });
    expect(at(line, 'time')).not.to.equal('forged');
  });

  for (const [what, text] of [
    ['a card number', card],
    ['a card number with spaces', '4242 4242 4242 4242'],
    ['a card number with dashes', '4242-4242-4242-4242'],
    ['an American Express number', '3782 822463 10005'],
    ['a key', key],
    ['a webhook secret', webhookSecret],
    ['a client secret', clientSecret],
  ] as const) {
    it(`redacts ${what} in fields and causes`, () => {
      const { logger, lines } = logging();
      logger.error('message', {
        error: `before ${text} after`,
        cause: new Error(`seen: ${text}!`),
      });
      const all = lines.join('');
      expect(all).not.to.include(text);
      expect(findLeaks(all)).to.deep.equal([]);
      expect(all).to.include('before ').and.include(' after').and.include('seen: ');
    });
  }

  it('does not redact a request id with digits that look like a card number', () => {
    const fields = {
      request_id: '40705363-6108-4576-9541-fe4322afceda',
      key_hash: `4070536361084576${'a'.repeat(48)}`,
    };
    expect(logged(fields)).to.deep.include(fields);
  });

  it('logs the code of a cause', () => {
    const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(at(logged({ cause }), 'cause')).to.include({ message: '', code: 'ECONNREFUSED' });
  });

  it('logs name, message and stack of an error, and only the type of another cause', () => {
    const cause = new TypeError('no');
    const line = logged({ cause });
    expect(at(line, 'cause')).to.deep.equal({
      name: 'TypeError',
      message: 'no',
      stack: cause.stack,
    });
    expect(at(logged({ cause: { number: card } }), 'cause')).to.deep.equal({ name: 'object' });
    expect(at(logged({ cause: card }), 'cause')).to.deep.equal({ name: 'string' });
  });

  it('logs the causes of a cause and the errors of an AggregateError, redacted', () => {
    const refused = Object.assign(new Error(`refused ${card}`), { code: 'ECONNREFUSED' });
    const all = new AggregateError([refused, 'text'], 'no address', { cause: new Error(key) });
    const cause = at(logged({ cause: new Error('failed', { cause: all }) }), 'cause');
    expect(at(cause, 'cause')).to.include({ name: 'AggregateError', message: 'no address' });
    expect(at(cause, 'cause.cause')).to.include({ message: '[key]' });
    expect(at(cause, 'cause.errors.0')).to.include({
      message: 'refused [number]',
      code: 'ECONNREFUSED',
    });
    expect(at(cause, 'cause.errors.1')).to.deep.equal({ name: 'string' });
    expect(findLeaks(JSON.stringify(cause))).to.deep.equal([]);
  });

  it('logs at most five causes of one another, and five errors of one', () => {
    const circle = new Error('round');
    circle.cause = circle;
    expect(JSON.stringify(logged({ cause: circle })).match(/"round"/g)).to.have.lengthOf(5);
    const many = new AggregateError(Array.from({ length: 100 }, () => new Error('one')));
    expect(at(logged({ cause: many }), 'cause.errors')).to.have.lengthOf(5);
  });

  it('redacts its message and texts in lists', () => {
    const { logger, lines } = logging();
    logger.info(`seen ${card}`, { fields: ['note', card], client: key });
    expect(lines.join('')).to.include('"fields":["note","[number]"],"client":"[key]"');
    expect(lines.join('')).to.include('"msg":"seen [number]"');
  });

  for (const [level, expected] of [
    ['debug', 3],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
    ['silent', 0],
  ] as const) {
    it(`at level ${level} writes ${expected} of info, warn and error`, () => {
      const { logger, lines } = logging(level);
      logger.info('i');
      logger.warn('w');
      logger.error('e');
      expect(lines).to.have.lengthOf(expected);
    });
  }
});
