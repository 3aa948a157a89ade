import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

const contextOfTheWeb = (): object => {
  const answers: typeof fetch = async () =>
    Response.json({ status: true, data: { id: 'pi_1', status: 'succeeded' } });
  const web = {
    AbortController,
    TextDecoder,
    URL,
    URLSearchParams,
    crypto,
    setTimeout,
    clearTimeout,
  };
  return { ...web, fetch: answers };
};

describe('the bundle of pasarela/client', () => {
  let code = '';

  before(async () => {
    // On this platform, esbuild refuses the modules of Node.
    const { outputFiles } = await build({
      entryPoints: ['build/src/client.js'],
      bundle: true,
      write: false,
      platform: 'neutral',
      format: 'iife',
      globalName: 'client',
    });
    code = outputFiles[0]?.text ?? '';
  });

  it('has at most 10 kB with gzip, not minified', () => {
    expect(gzipSync(code).byteLength).to.be.within(1000, 10_000);
  });

  it('runs where there is nothing of Node', async () => {
    const call = `${code}; client.createClient({ baseUrl: 'https://pay.internal', apiKey: 'k' })
      .confirmPayment({ paymentId: 'pi_1' }).then(({ status }) => status)`;
    expect(await runInContext(call, createContext(contextOfTheWeb()))).to.equal('succeeded');
  });
});
