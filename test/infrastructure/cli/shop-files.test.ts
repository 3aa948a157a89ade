import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { shopFiles } from '../../../src/infrastructure/cli/shop-files.js';
import { at } from '../../support/json/at.js';

const folder = join(tmpdir(), '---');

describe('shopFiles', () => {
  it('takes the files of examples/shop as they are', async () => {
    const files = await shopFiles(
      { language: 'typescript', framework: 'express', style: 'page' },
      folder,
    );
    for (const path of ['orders.ts', 'server.ts', 'order-page.ts', 'customer.mjs']) {
      expect(files[path]).to.equal(await readFile(join('examples/shop', path), 'utf8'));
    }
    expect(Object.keys(files).filter((path) => path.startsWith('variants'))).to.deep.equal([]);
  });

  it('puts those of a framework and a style in their place', async () => {
    const files = await shopFiles(
      { language: 'typescript', framework: 'koa', style: 'server' },
      folder,
    );
    for (const [path, variant] of [
      ['server.ts', 'koa/server.ts'],
      ['checkout.ts', 'server/checkout.ts'],
      ['customer.mjs', 'server/customer.mjs'],
    ] as const) {
      const text = await readFile(join('examples/shop/variants', variant), 'utf8');
      expect(files[path]).to.equal(text);
    }
    expect(files).not.to.include.keys('pages.ts', 'order-page.ts');
    const manifest: unknown = JSON.parse(files['package.json'] ?? '');
    expect(at(manifest, 'dependencies')).to.include.keys('koa').and.not.include.keys('express');
    expect(at(manifest, 'devDependencies')).not.to.include.keys('@types/express');
    expect(at(manifest, 'name')).to.equal('shop');
  });

  it('takes no settings of somebody who has run the example, with their keys', async () => {
    const path = new URL('../../../../scripts/bundle-shop.mjs', import.meta.url).href;
    const { isPartOfShop }: { isPartOfShop: (path: string) => boolean } = await import(path);
    const paths = ['.env', 'examples/shop/.env', 'example.env', 'settings.ts'];
    expect(paths.filter(isPartOfShop)).to.deep.equal(['example.env', 'settings.ts']);
  });

  it('lets npm copy a clone for Next, which follows no link out of its folder', async () => {
    const settings = async (framework: 'next' | 'koa') =>
      (await shopFiles({ language: 'typescript', framework, style: 'page' }, folder))['.npmrc'];
    expect(await settings('next')).to.equal('install-links=true\n');
    expect(await settings('koa')).to.equal(undefined);
  });
});
