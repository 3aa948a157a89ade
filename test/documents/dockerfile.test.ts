import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decodeConfig } from '../../src/infrastructure/config/config.js';
import { useHttpServer } from '../support/http/use-http-server.js';
import { at, textAt } from '../support/json/at.js';
import { runProgram } from '../support/programs/run-program.js';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = readFileSync('compose.yaml', 'utf8');
const packageJson: unknown = JSON.parse(readFileSync('package.json', 'utf8'));

const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';

describe('Dockerfile', () => {
  let status = 200;
  const paths: Array<string | undefined> = [];
  const url = useHttpServer((request, response) => {
    paths.push(request.url);
    response.writeHead(status).end();
  });

  it('has a health check that follows /ready', async () => {
    const command: unknown = JSON.parse(found(dockerfile, /HEALTHCHECK[^[]*CMD (\[.+\])/));
    const check = async (port: string): Promise<number> =>
      (await runProgram(process.execPath, ['-e', textAt(command, '2')], { env: { PORT: port } }))
        .code;
    const { port } = new URL(url());
    const ready = await check(port);
    status = 503;
    expect([at(command, '0'), ready, await check(port)]).to.deep.equal(['node', 0, 1]);
    expect(paths).to.deep.equal(['/ready', '/ready']);
  });

  it('has a Node that the package supports, and starts its command line', () => {
    const least = Number(found(textAt(packageJson, 'engines.node'), />=(\d+)/));
    expect(Number(found(dockerfile, /^ARG NODE=node:(\d+)-slim@/m))).to.be.at.least(least);
    expect(found(dockerfile, /^ENTRYPOINT \["node", "\/app\/(.+)"\]$/m)).to.equal(
      textAt(packageJson, 'bin.pasarela'),
    );
    expect(dockerfile).to.match(/^USER node$/m);
    // Its installation reads the version there.
    expect(textAt(packageJson, 'devDependencies.pg')).to.match(/^\d/);
  });

  it('fixes its base image by digest, and its packages by the lock file', () => {
    expect(dockerfile).to.match(/^ARG NODE=\S+@sha256:[0-9a-f]{64}$/m);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).to.deep.equal(bases.map(() => '${NODE}'));
    const installations = [...dockerfile.matchAll(/npm (ci|install|i|add|update)\b/g)];
    expect(installations.map(([, command]) => command)).to.deep.equal(['ci', 'ci']);
  });

  it('copies files that exist, and that .dockerignore lets through', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
      .flatMap(([, sources = '']) => sources.split(' '))
      .filter((source) => source !== '.');
    expect(copied).to.include('package-lock.json');
    for (const source of copied) {
      expect(existsSync(source), source).to.equal(true);
      expect(ignored).to.include(`!${source}`);
    }
  });
});

describe('compose.yaml', () => {
  it('gives the service a database that its configuration accepts', () => {
    const template = found(compose, /DATABASE_URL: (\S.+)$/m);
    const decoded = decodeConfig({
      DATABASE_URL: template.replace(/\$\{POSTGRES_PASSWORD:[^}]+\}/, 'secret42'),
    });
    expect(E.isRight(decoded) && decoded.right.store).to.deep.include({
      kind: 'postgres',
      url: 'postgres://pasarela:secret42@postgres:5432/pasarela',
    });
    for (const name of ['POSTGRES_USER', 'POSTGRES_DB']) {
      expect(compose).to.include(`${name}: pasarela`);
    }
  });
});
