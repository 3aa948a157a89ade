import { expect } from 'chai';
import { deliveryLine, requestLine } from '../../../src/infrastructure/terminal/request-lines.js';
import type { Delivery } from '../../../src/simulator/webhooks/delivery.js';

const created = new Date(2026, 0, 2, 3, 4, 5).getTime() / 1000;

const screen = (columns = 120, isColoured = false) => ({ isTerminal: true, isColoured, columns });

const request = {
  id: 'req_1',
  created,
  method: 'POST',
  path: '/v1/payment_intents',
  status: 200,
  ms: 12.34,
  object: 'pi_1',
  error: null,
};

const delivery: Delivery = {
  id: 'dlv_1',
  object: 'delivery',
  created,
  event: 'evt_1',
  type: 'charge.succeeded',
  endpoint: null,
  url: 'http://127.0.0.1:3000/hook',
  attempt: 1,
  resent: false,
  status: 200,
  error: null,
  next_attempt: null,
};

describe('the line of a request', () => {
  it('has the time, the status, the duration, the path and the object', () => {
    expect(requestLine(request, screen())).to.equal(
      '03:04:05 200    12.3 ms POST   /v1/payment_intents pi_1\n',
    );
    expect(requestLine({ ...request, object: null }, screen())).to.equal(
      '03:04:05 200    12.3 ms POST   /v1/payment_intents\n',
    );
  });

  it('has the error of a refusal, and says when the connection was cut', () => {
    const refused = { ...request, status: 402, error: 'insufficient_funds' };
    expect(requestLine(refused, screen()))
      .to.include('402 ')
      .and.include('pi_1 insufficient_funds');
    const cut = { ...request, status: null, object: null };
    expect(requestLine(cut, screen())).to.equal(
      '03:04:05 ---    12.3 ms POST   /v1/payment_intents connection cut, as planned\n',
    );
  });

  it('puts what has no room on a line of its own, and leaves out columns on a narrow terminal', () => {
    const line = '03:04:05 200    12.3 ms POST   /v1/payment_intents pi_1';
    const path = `/v1/payment_intents/pi_${'1'.repeat(30)}`;
    expect(requestLine({ ...request, path }, screen(80))).to.equal(
      `03:04:05 200    12.3 ms POST   ${path}\n             pi_1\n`,
    );
    expect(requestLine(request, screen(line.length + 30))).to.equal(`${line}\n`);
    expect(requestLine(request, screen(40))).to.equal(
      '200 12.3 ms POST /v1/payment_intents\n    pi_1\n',
    );
    expect(requestLine(request, screen(60))).to.equal(
      '200 12.3 ms POST /v1/payment_intents pi_1\n',
    );
  });

  it('has colours by its status, on a screen that has them', () => {
    const escape = '\u001B[';
    for (const [status, code] of [
      [200, 32],
      [404, 33],
      [500, 31],
    ] as const) {
      expect(requestLine({ ...request, status }, screen(120, true))).to.include(
        `${escape}${code}m${status}${escape}0m`,
      );
    }
    expect(requestLine(request, screen())).not.to.include(escape);
  });

  it('lets a path not command the terminal', () => {
    const line = requestLine({ ...request, path: '/v1/\u001B[2J' }, screen());
    expect(line).to.include('\\u001b[2J').and.not.include('\u001B');
  });
});

describe('the line of a delivery', () => {
  it('has the event and its receiver', () => {
    expect(deliveryLine(delivery, screen())).to.equal(
      '03:04:05 200    webhook charge.succeeded → http://127.0.0.1:3000/hook evt_1\n',
    );
  });

  it('says what follows a failure', () => {
    const failed = { ...delivery, status: 500, next_attempt: created + 60 };
    expect(deliveryLine(failed, screen())).to.include(' evt_1 (attempt 1, next at 03:05:05)\n');
    const refused = { ...failed, status: null, error: 'connection refused', attempt: 2 };
    expect(deliveryLine(refused, screen(140))).to.match(
      /^03:04:05 --- .+ evt_1 connection refused \(attempt 2, next at 03:05:05\)\n$/,
    );
    expect(deliveryLine({ ...refused, next_attempt: null }, screen())).to.include(
      'evt_1 connection refused (attempt 2) no further attempt\n',
    );
    expect(deliveryLine({ ...delivery, attempt: 3 }, screen())).to.include('evt_1 (attempt 3)\n');
  });

  it('says that it was sent again', () => {
    expect(deliveryLine({ ...delivery, resent: true, status: 500 }, screen())).to.include(
      'evt_1 (resent)\n',
    );
  });
});
