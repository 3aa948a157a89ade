import { expect } from 'chai';
import { capturedLog } from './captured-log.js';
import { findLeaks } from './find-leaks.js';
import { startTestService } from './start-service.js';

const number = ['4242', '4242', '4242', '4242'];
const amex = ['3782', '822463', '10005'];

const planted: ReadonlyArray<readonly [line: string, found: string]> = [
  [`{"msg":"${number.join('')}"}`, 'card number'],
  [`{"msg":"${number.join(' ')}"}`, 'card number'],
  [`{"msg":"${number.join('-')}"}`, 'card number'],
  [`seen ${amex.join('')}`, 'card number'],
  [`seen ${amex.join(' ')}`, 'card number'],
  ['{"number":"4111"}', 'card field'],
  ['{"cvc":"314"}', 'card field'],
  ['{"cvc":314}', 'card field'],
  ['{"body":"{\\"cvc\\":\\"314\\"}"}', 'card field'],
  ["{ cvc: '314' }", 'card field'],
  ['number=42&cvc=314', 'card field'],
  [`pi_1_${'secret'}_abc`, 'client secret'],
  ['{"client_secret":null}', 'client secret'],
  ['{"body":"{\\"client_secret\\":1}"}', 'client secret'],
  [`key ${'sk'}_${'test'}_abc`, 'processor key'],
  [`key ${'rk'}_${'live'}_abc`, 'processor key'],
  [`key ${'pk'}_${'test'}_abc`, 'processor key'],
  [`${'whsec'}_abc`, 'webhook secret'],
  ['Bearer the-key-of-the-shop', 'configured secret'],
];

const harmless = [
  '{"level":"info","time":"2026-11-21T10:34:52.950Z","status":200,"duration_ms":1.4,"msg":"request"}',
  '{"request_id":"8611fe75-16eb-421c-a83f-0919c7038271","route":"/api/payments/:id"}',
  'number, exp_month, exp_year y cvc son requeridos',
  'pi_1_secret_[removed] [key] [number]',
];

describe('the scan of the log', () => {
  for (const [line, found] of planted) {
    it(`finds a ${found} in ${JSON.stringify(line).slice(0, 12)}…`, () => {
      expect(findLeaks(`before ${line} after`, ['the-key-of-the-shop'])).to.include(found);
    });
  }

  for (const line of harmless) {
    it(`finds nothing in ${line.slice(0, 40)}…`, () => {
      expect(findLeaks(line, ['the-key-of-the-shop'])).to.deep.equal([]);
    });
  }

  it('receives the log of a service', async () => {
    const before = capturedLog.size();
    const service = await startTestService();
    await service.call('GET', '/health');
    await service.close();
    expect(capturedLog.size()).to.be.greaterThan(before);
  });
});
