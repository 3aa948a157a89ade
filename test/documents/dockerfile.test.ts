import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { validate } from 'dockerfile-utils';
import { useHttpServer } from '../support/http/use-http-server.js';
import { at, textAt } from '../support/json/at.js';
import { runProgram } from '../support/programs/run-program.js';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const packageJson: unknown = JSON.parse(readFileSync('package.json', 'utf8'));

const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';

describe('Dockerfile', () => {
  let status = 200;
  const paths: Array<string | undefined> = [];
  const url = useHttpServer((request, response) => {
    paths.push(request.url);
    response.writeHead(status).end();
  });

  const command: unknown = JSON.parse(found(dockerfile, /HEALTHCHECK[^[]*CMD (\[.+\])/));
  const check = async (servicePort: string, localServerPort: string): Promise<number> => {
    const script = textAt(command, '2').replace("'12111/'", `'${localServerPort}/'`);
    const env = { PORT: servicePort };
    return (await runProgram(process.execPath, ['-e', script], { env })).code;
  };

  it('has a health check that follows /ready of the service, or the local server', async () => {
    const { port } = new URL(url());
    // Nothing listens on port 1.
    expect([at(command, '0'), await check(port, '1')]).to.deep.equal(['node', 0]);
    expect(await check('1', port)).to.equal(0);
    expect(paths).to.deep.equal(['/ready', '/']);
    status = 503;
    expect([await check(port, '1'), await check('1', port)]).to.deep.equal([1, 1]);
    expect(await check('1', '1')).to.equal(1);
  });

  for (const file of ['Dockerfile', 'examples/shop/Dockerfile']) {
    it(`${file} has nothing that a linter finds`, () => {
      expect(validate(readFileSync(file, 'utf8')).map(({ message }) => message)).to.deep.equal([]);
    });
  }

  it('the one of the shop starts what npm start starts, once it is compiled', () => {
    const start = textAt(
      JSON.parse(readFileSync('examples/shop/package.json', 'utf8')),
      'scripts.start',
    );
    const shop = readFileSync('examples/shop/Dockerfile', 'utf8');
    const entry: unknown = JSON.parse(found(shop, /^ENTRYPOINT (\[.+\])$/m));
    expect(Array.isArray(entry) && `tsc && ${entry.join(' ')}`).to.equal(start);
    expect(shop).to.include('npx tsc');
  });

  it('the linter finds a misspelt instruction', () => {
    const wrong = dockerfile.replace('WORKDIR', 'WORKDIRS');
    expect(validate(wrong).map(({ message }) => message)).to.deep.equal([
      'Unknown instruction: WORKDIRS',
    ]);
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
    expect(installations.map(([, one]) => one)).to.deep.equal(['ci', 'ci']);
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

  it('sends no settings with keys along, which would stay in the image', () => {
    expect(readFileSync('.dockerignore', 'utf8').trim().split('\n').at(-1)).to.equal('**/.env');
    expect(readFileSync('examples/shop/.dockerignore', 'utf8').split('\n')).to.include('.env');
  });
});
