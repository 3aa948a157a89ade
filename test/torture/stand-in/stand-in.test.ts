import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { request as callThrough, ProxyAgent } from 'undici';
import { listen } from '../../../src/adapters/inbound/http/server/listen.js';
import { createStandIn, type StandIn } from '../../../src/torture/stand-in/stand-in.js';
import { runProgram } from '../../support/programs/run-program.js';

// Shops in both module systems of Node, which know no other address than that of Stripe. Each prints one line.
const commonJs = `
  const Stripe = require('stripe');
  const [key, port] = process.argv.slice(1);
  const overTls = (...args) => new Promise((resolve, reject) => {
    const socket = require('tls').connect(...args, () => {
      resolve(socket.authorized + ' ' + socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.once('error', reject);
  });
  (async () => console.log(JSON.stringify([
    (await new Stripe(key).paymentIntents.create({ amount: 1999, currency: 'eur' })).amount,
    await overTls(443, 'API.stripe.com', { servername: 'api.stripe.com' }),
    await overTls({ host: 'files.stripe.com', port: 443 }),
    await overTls(port, '127.0.0.1', { rejectUnauthorized: false }),
  ])))();
`;
const esModule = `
  import { connect } from 'node:tls';
  import { Stripe } from 'stripe';
  const [key] = process.argv.slice(1);
  const httpClient = Stripe.createFetchHttpClient();
  const { amount } = await new Stripe(key, { httpClient }).paymentIntents.create({ amount: 2999, currency: 'eur' });
  const socket = connect(443, 'api.stripe.com', () => {
    console.log(JSON.stringify([amount, socket.authorized]));
    socket.destroy();
  });
`;

const python = `
import json, os, ssl, sys, urllib.request
context = ssl.create_default_context()
context.verify_flags |= ssl.VERIFY_X509_STRICT
request = urllib.request.Request('https://api.stripe.com/v1/payment_intents', b'amount=3999&currency=eur',
  {'authorization': 'Bearer ' + sys.argv[1]})
print(json.load(urllib.request.urlopen(request, context=context))['amount'])
`;

/** Asks a proxy for a tunnel. Resolves with the status, and the tunnel or the refusal. */
const askForTunnel = (proxy: string, authority: string) => {
  const asking = request(proxy, { method: 'CONNECT', path: authority });
  return new Promise<{ readonly status: number | undefined; readonly socket: Duplex }>(
    (resolve) => {
      asking.once('connect', ({ statusCode }, socket, head) => {
        // It may have the beginning of what comes next.
        socket.unshift(head);
        resolve({ status: statusCode, socket });
      });
      asking.end();
    },
  );
};

const startServer = async (listener: RequestListener) => {
  const server = createServer(listener);
  const url = await listen(server, '127.0.0.1', 0);
  return {
    url,
    host: new URL(url).host,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

describe('createStandIn', () => {
  const apiKey = ['sk', 'test', 'shop'].join('_');
  /** The requests that arrived at the target. */
  const calls: Array<string> = [];
  let target: Awaited<ReturnType<typeof startServer>>;
  let standIn: StandIn;

  before(async () => {
    target = await startServer((asked, response) => {
      void text(asked).then((body) => {
        const { headers, method, url } = asked;
        const amount = Number(new URLSearchParams(body).get('amount'));
        calls.push(`${headers.host} ${method} ${url} ${amount}`);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ id: 'pi_1', object: 'payment_intent', amount }));
      });
    });
    standIn = await createStandIn({ target: target.url });
  });

  beforeEach(() => calls.splice(0));

  after(async () => {
    await standIn.close();
    await target.close();
  });

  const create = (amount: number) => `api.stripe.com POST /v1/payment_intents ${amount}`;

  const runShop = (program: string, args: ReadonlyArray<string>, env: Record<string, string>) =>
    runProgram(program, args, {
      env: { PATH: process.env['PATH'], ...env },
    });

  const runNode = (...args: ReadonlyArray<string>) =>
    runShop(process.execPath, args, { NODE_OPTIONS: `--import ${standIn.redirect}` });

  /** Calls the stand-in through its proxy, as a client does that trusts the certificate authority. */
  const callOver = async ({ proxy, ca }: StandIn, url: string) => {
    const dispatcher = new ProxyAgent({ uri: proxy, requestTls: { ca: readFileSync(ca) } });
    try {
      const { statusCode, body } = await callThrough(url, { dispatcher });
      await body.text();
      return statusCode;
    } finally {
      await dispatcher.destroy();
    }
  };

  it('lets a shop in CommonJS with an unchanged stripe-node pay at the target', async () => {
    const port = new URL(standIn.redirect).searchParams.get('port') ?? '';
    const { stdout, stderr } = await runNode('-e', commonJs, apiKey, port);
    expect(stderr).to.equal('');
    expect(JSON.parse(stdout)).to.deep.equal([
      1999,
      'true api.stripe.com',
      'true api.stripe.com',
      // Connections to other hosts are left alone: this one does not trust the certificate authority.
      'false api.stripe.com',
    ]);
    expect(calls).to.deep.equal([create(1999)]);
  });

  it('lets a shop in ES modules pay at the target, with fetch', async () => {
    const { stdout, stderr } = await runNode('--input-type=module', '-e', esModule, apiKey);
    expect(stderr).to.equal('');
    expect(JSON.parse(stdout)).to.deep.equal([2999, true]);
    expect(calls).to.deep.equal([create(2999)]);
  });

  if (spawnSync('python3', ['--version']).status === 0) {
    it('lets a shop in Python pay at the target, through the proxy', async () => {
      const { stdout, stderr } = await runShop('python3', ['-c', python, apiKey], {
        HTTPS_PROXY: standIn.proxy,
        SSL_CERT_FILE: standIn.ca,
      });
      expect(stderr).to.equal('');
      expect(stdout.trim()).to.equal('3999');
      expect(calls).to.deep.equal([create(3999)]);
    });
  }

  it('leads api.stripe.com and files.stripe.com to the target', async () => {
    for (const host of ['api.stripe.com', 'files.stripe.com']) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await callOver(standIn, `https://${host}/v1/charges`)).to.equal(200);
    }
    expect(calls).to.deep.equal([
      'api.stripe.com GET /v1/charges 0',
      'files.stripe.com GET /v1/charges 0',
    ]);
  });

  it('refuses to lead a shop to the outside', async () => {
    for (const authority of [
      'example.com:443',
      'api.stripe.com:80',
      'api.stripe.com.example.com:443',
      '127.0.0.1.example.com:443',
      'nonsense:port',
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, socket } = await askForTunnel(standIn.proxy, authority);
      expect(status, authority).to.equal(403);
      // oxlint-disable-next-line no-await-in-loop
      expect(await text(socket)).to.equal(`A shop under test cannot call ${authority}.\n`);
    }
  });

  it('leads a shop to other services of this machine', async () => {
    const other = await startServer((_request, response) => response.end('from the shop'));
    const { status, socket } = await askForTunnel(standIn.proxy, other.host);
    expect(status).to.equal(200);
    socket.write('GET / HTTP/1.0\r\n\r\n');
    expect(await text(socket)).to.match(/from the shop$/);
    await other.close();
    const refused = await askForTunnel(standIn.proxy, other.host);
    expect(refused.status).to.equal(502);
    expect(await text(refused.socket)).to.equal(`${other.host} cannot be reached.\n`);
  });

  it('says what to do to a shop that uses it without a tunnel', async () => {
    const answer = await fetch(standIn.proxy);
    expect(answer.status).to.equal(403);
    expect(await answer.text()).to.match(/set HTTPS_PROXY, not HTTP_PROXY/);
  });

  it('breaks off an answer where the target does, and connections when it is gone', async () => {
    const broken = await startServer((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{ "id": "pi_', () => response.socket?.resetAndDestroy());
    });
    const breaking = await createStandIn({ target: broken.url });
    const call = () =>
      callOver(breaking, 'https://api.stripe.com/v1/charges').then(
        () => 'answered',
        (error: unknown) => (error instanceof Error ? error.name : 'other'),
      );
    expect(await call()).to.equal('SocketError');
    await broken.close();
    expect(await call()).to.equal('SocketError');
    await breaking.close();
  });

  it('ends tunnels and removes its file when it is closed', async () => {
    const other = await createStandIn({ target: target.url });
    const { socket } = await askForTunnel(other.proxy, 'api.stripe.com:443');
    const ended = once(socket, 'close');
    await other.close();
    socket.resume().on('error', () => undefined);
    await ended;
    expect(existsSync(other.ca)).to.equal(false);
  });
});
