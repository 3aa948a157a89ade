import { expect } from 'chai';
import { rawRequest } from '../../../support/http/raw-request.js';
import { usePrograms } from '../../../support/programs/use-programs.js';

describe('a URL in a request', () => {
  const { start, addressOf } = usePrograms(['stderr']);
  const number = '4242'.repeat(4);

  for (const [command, args] of [
    ['serve', ['serve', '--port', '0']],
    ['fake', ['fake', '--port', '0']],
  ] as const) {
    it(`is not in what pasarela ${command} prints, valid or not`, async () => {
      const program = await start(args);
      const address = await addressOf(program);
      for (const target of [
        'http://a:b/api/cards',
        'http://a:b/',
        'http://[::1/api',
        'http://[/',
        'http://%EF%BC%85/',
        'http://a/nada',
        '//a:b/nada',
        '/nada',
      ]) {
        const { status } = await rawRequest(
          address,
          `GET ${target}?number=${number}&cvc=314 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        );
        expect(status, target).to.be.oneOf([400, 404]);
      }
      program.kill('SIGTERM');
      const { stderr } = await program.end;
      // Four digits alone come by chance in the id of a request.
      expect(stderr).not.to.match(/42424242|cvc|Warning|nada/);
    });
  }
});
