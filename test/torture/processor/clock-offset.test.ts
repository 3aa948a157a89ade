import { expect } from 'chai';
import {
  answerForOffClock,
  requestByOffClock,
} from '../../../src/torture/processor/clock-offset.js';

const requestTo = (url: string, body = '') => ({
  method: 'POST',
  url,
  headers: {},
  rawHeaders: [],
  body: Buffer.from(body),
});

describe('a shop whose clock is five minutes ahead', () => {
  it('says times that lie further ahead than it means', () => {
    const body = 'mode=payment&expires_at=1700001800&metadata[expires_at]=1700001800';
    const { url, body: sent } = requestByOffClock(
      requestTo('/v1/checkout/sessions?created[gte]=1700000000&created%5Blt%5D=1700000100', body),
      300,
    );
    expect(url).to.equal(
      '/v1/checkout/sessions?created[gte]=1700000300&created%5Blt%5D=1700000400',
    );
    expect(sent.toString()).to.equal(
      'mode=payment&expires_at=1700002100&metadata[expires_at]=1700001800',
    );
    expect(requestByOffClock(requestTo('/v1/refunds'), 300).url).to.equal('/v1/refunds');
  });

  it('sees what has just happened five minutes ago', () => {
    const body = Buffer.from('{"created": 1700000000,"amount":1700000000,"name":"café"}');
    const answer = { status: 200, headers: {}, rawHeaders: [], body };
    expect(answerForOffClock(answer, 300).body.toString()).to.equal(
      '{"created": 1699999700,"amount":1700000000,"name":"café"}',
    );
  });
});
