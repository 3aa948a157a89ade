import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

const source = new URL('../../../src/', import.meta.url);

/** The files and packages that are loaded before a file of the command line runs. */
const loadedWith = async (file: string): Promise<ReadonlySet<string>> => {
  const loaded = new Set<string>();
  const load = async (url: URL): Promise<void> => {
    const name = url.href.slice(source.href.length);
    if (loaded.has(name)) return;
    loaded.add(name);
    const text = await readFile(url, 'utf8');
    for (const [, imported = ''] of text.matchAll(
      /^(?:import|export)\b[^'"();]*['"]([^'"]+)['"]/gm,
    )) {
      if (imported.startsWith('.')) await load(new URL(imported, url));
      else loaded.add(imported);
    }
  };
  await load(new URL(`infrastructure/cli/${file}`, source));
  return loaded;
};

describe('the code of a command', () => {
  const parts: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<RegExp>]> = [
    ['main.js', ['commander'], [/^koa/, /^infrastructure\/cli\/commands/]],
    [
      'commands/serve.js',
      ['infrastructure/config/config.js'],
      [/^koa/, /container/, /^simulator\/(?:engine\/engine|webhooks|wire|fake-server)/],
    ],
    [
      '../service.js',
      ['infrastructure/container/container.js', 'koa'],
      [
        /^simulator\/(?:engine\/engine|webhooks|wire|fake-server)/,
        /memory-processor/,
        /^undici/,
        /swagger-ui$/,
      ],
    ],
    [
      'commands/fake.js',
      ['simulator/fake-server/start-fake-server.js'],
      [/^koa/, /container/, /^inversify/, /^undici/, /outbound\/stripe\//],
    ],
    [
      'commands/backfill-events.js',
      ['infrastructure/stores.js'],
      [/^koa/, /container/, /^simulator\/(?:engine\/engine|webhooks|wire|fake-server)/, /^undici/],
    ],
    ['commands/resend-event.js', ['io-ts'], [/^koa/, /container/, /start-fake-server/, /memory/]],
  ];
  for (const [file, with_, without] of parts) {
    it(`does not load what ${file} does not need`, async () => {
      const loaded = [...(await loadedWith(file))];
      expect(loaded).to.include.members([...with_]);
      expect(loaded.filter((name) => without.some((part) => part.test(name)))).to.deep.equal([]);
    });
  }
});
