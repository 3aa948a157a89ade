import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { useHttpServer } from '../http/use-http-server.js';
import { capturedLog, capturedOutput } from './captured-log.js';
import { findLeaks } from './find-leaks.js';
import { startTestService } from './start-service.js';

const number = ['4242', '4242', '4242', '4242'];
const amex = ['3782', '822463', '10005'];

const escaped = (mark: string): string =>
  Array.from(number.join(''))
    .map((digit) => `${mark}${digit}`)
    .join('');

const planted: ReadonlyArray<readonly [line: string, found: string]> = [
  [`{"msg":"${number.join('')}"}`, 'card number'],
  [`{"msg":"${number.join(' ')}"}`, 'card number'],
  [`{"msg":"${number.join('-')}"}`, 'card number'],
  [`{"msg":"${number.join('.')}"}`, 'card number'],
  [`?q=${number.join('%20')}&x=1`, 'card number'],
  [`?q=${number.join('+')}`, 'card number'],
  [escaped('%3'), 'card number'],
  [`{"msg":"${escaped(String.raw`\u003`)}"}`, 'card number'],
  [
    Array.from(number.join(''))
      .map((digit) => `&#${48 + Number(digit)};`)
      .join(''),
    'card number',
  ],
  [
    Array.from(number.join(''))
      .map((digit) => String.fromCodePoint(0xff10 + Number(digit)))
      .join(''),
    'card number',
  ],
  [Buffer.from(number.join('')).toString('hex'), 'card number'],
  [Buffer.from(number.join('')).toString('base64'), 'card number'],
  [Buffer.from(`a${number.join('')}`).toString('base64'), 'card number'],
  [Buffer.from(`ab${number.join('')}cd`).toString('base64url'), 'card number'],
  [Buffer.from(`a${amex.join('')}`).toString('base64'), 'card number'],
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

describe('the search of answers and stores', () => {
  const secret = `pi_1_${'secret'}_abcdef`;
  const envelope = (message: string, data: object): string =>
    JSON.stringify({ status: true, statusCode: 200, message, data });
  const answers: Record<string, string> = {
    '/number': envelope('Cliente obtenido correctamente', { name: number.join(' ') }),
    '/secret': envelope('Pago obtenido correctamente', { client_secret: secret }),
    '/confirmed': envelope('Pago confirmado correctamente', { client_secret: secret }),
    '/key': JSON.stringify({ status: false, message: `${'sk'}_${'live'}_abcdef`, code: null }),
    '/metrics': `# HELP x\nx{client="${number.join('')}"} 1\n`,
  };
  const address = useHttpServer((request, response) => {
    response.end(answers[request.url ?? '']);
  });
  const found = async (path: string): Promise<ReadonlyArray<string>> => {
    const leaks = await capturedOutput.leaksOf(async () =>
      (await fetch(`${address()}${path}`)).text(),
    );
    return leaks.map((leak) => leak.split(' in ')[0] ?? '');
  };

  it('finds a card number in an answer', async () => {
    expect(await found('/number')).to.deep.equal(['card number']);
  });
  it('finds a client secret in the answer of a reading', async () => {
    expect(await found('/secret')).to.deep.equal(['client secret']);
  });
  it('allows it in the answer of a confirmation', async () => {
    expect(await found('/confirmed')).to.deep.equal([]);
  });
  it('finds a key in a failure', async () => {
    expect(await found('/key')).to.deep.equal(['processor key']);
  });
  it('finds a card number in metrics', async () => {
    expect(await found('/metrics')).to.deep.equal(['card number']);
  });

  it('finds a card number in a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pasarela-leak-'));
    await writeFile(
      join(folder, 'store.db'),
      Buffer.concat([Buffer.from([0, 255, 13]), Buffer.from(number.join(''))]),
    );
    const leaks = await capturedOutput.leaksOf(() => capturedOutput.folder(folder));
    await rm(folder, { recursive: true });
    expect(leaks).to.deep.equal(['card number in the file store.db']);
  });
  it('finds a client secret in a table', async () => {
    const leaks = await capturedOutput.leaksOf(async () =>
      capturedOutput.table('events', `(1,"${secret}")`),
    );
    expect(leaks).to.deep.equal(['client secret in the table events']);
  });
  it('finds a card number in a log', async () => {
    const leaks = await capturedOutput.leaksOf(async () => capturedLog.write(number.join('-')));
    expect(leaks).to.have.length(1);
  });
});
