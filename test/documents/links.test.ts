import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { expect } from 'chai';
import { type Page, pages } from './pages.js';

// The anchor that a code host generates for a heading.
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const withoutBlocks = ({ text, blocks }: Page): string =>
  blocks.reduce((rest, block) => rest.replace(block.text, ''), text);

const anchors = new Map(
  pages.map((page) => [
    page.file,
    [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
  ]),
);

const linksOf = (page: Page): ReadonlyArray<{ readonly path: string; readonly anchor: string }> =>
  [...withoutBlocks(page).matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)]
    .map(([, path = '', anchor = '']) => ({ path, anchor }))
    .filter(({ path }) => !/^https?:/.test(path));

const repository = 'https://github.com/pasarela-payments/pasarela/blob/main/';

describe('the documents', () => {
  it('have no mark that a merge left behind', () => {
    const marked = pages.filter(({ text }) => /^(?:<{7} |={7}$|>{7} )/m.test(text));
    expect(marked.map(({ file }) => file)).to.deep.equal([]);
  });
});

describe('the links of the documents', () => {
  for (const page of pages) {
    it(`${page.file} links only to existing files and headings`, async () => {
      for (const { path, anchor } of linksOf(page)) {
        const target = path === '' ? page.file : posix.join(dirname(page.file), path);
        await access(join(target));
        if (anchor !== '') expect(anchors.get(target), `${target}#${anchor}`).to.include(anchor);
      }
    });
  }

  for (const { file, text } of pages.filter(({ file: name }) => name !== 'CHANGELOG.md')) {
    it(`${file} names only existing files and folders`, async () => {
      const paths = [...text.matchAll(/`((?:src|test|scripts|bench|docs)\/[^`\s*<>]*)`/g)];
      for (const [, path = ''] of paths) await access(path);
    });
  }

  it('link only to files of the package, in the pages that are packed', async () => {
    const { files }: { readonly files: ReadonlyArray<string> } = JSON.parse(
      await readFile('package.json', 'utf8'),
    );
    const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
    const isPacked = (path: string): boolean =>
      !packed.some((one) => one === `!${path}` || `!${path}`.startsWith(`${one}/`)) &&
      packed.some((one) => path === one || path === `${one}/` || path.startsWith(`${one}/`));
    const dead = pages
      .filter(({ file }) => isPacked(file))
      .flatMap((page) =>
        linksOf(page)
          .filter(({ path }) => path !== '')
          .map(({ path }) => posix.join(dirname(page.file), path)),
      )
      .filter((path) => !isPacked(path));
    expect(dead).to.deep.equal([]);
  });

  // Pages link by address to what is not in the package.
  it('to the repository lead to existing files', async () => {
    const paths = pages.flatMap(({ text }) =>
      [...text.matchAll(/\]\(([^)]+)\)/g)].flatMap(([, link = '']) =>
        link.startsWith(repository) ? [link.slice(repository.length).replace(/#.*/, '')] : [],
      ),
    );
    expect(paths).to.include('docs/internals/architecture.md');
    await Promise.all(paths.map((path) => access(path)));
  });

  it('docs/README.md and docs/internals/README.md link to every document', () => {
    const indexes = pages.filter(({ file }) => /^docs\/(?:internals\/)?README\.md$/.test(file));
    const linked = [
      ...indexes.flatMap((index) =>
        linksOf(index).map(({ path }) => posix.join(dirname(index.file), path)),
      ),
      // Pages that are not in the package are linked by address.
      ...indexes.flatMap(({ text }) =>
        [...text.matchAll(/\]\(([^)#]+)/g)].flatMap(([, link = '']) =>
          link.startsWith(repository) ? [link.slice(repository.length)] : [],
        ),
      ),
    ];
    const documents = pages
      .map(({ file }) => file)
      .filter((file) => /^docs\/(?!internals\/adr\/|README\.md)/.test(file));
    expect(linked).to.include.members(documents);
  });
});

const printing = [
  ...(await readdir('src', { recursive: true }))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name)),
  ...(await readdir('scripts', { recursive: true }))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join('scripts', name)),
  'docs/alert-rules.yaml',
  'action.yml',
  'compose.yaml',
  'Dockerfile',
];

/** `docs/page.md#anchor` as messages and comments write it, and `page: 'page.md#anchor'`, `runbook: page.md#anchor`. */
const namedIn = (text: string): ReadonlyArray<{ readonly path: string; readonly anchor: string }> =>
  [
    ...text.matchAll(/\b(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g),
    ...text.matchAll(/\b(?:page|runbook): '?([\w/-]+\.md)(?:#([\w-]+))?/g),
  ].map(([, path = '', anchor = '']) => ({
    path: path.startsWith('docs/') ? path : `docs/${path}`,
    anchor,
  }));

describe('the documents that code, messages and alerts name', () => {
  it('exist, with the heading that is named', async () => {
    const texts = await Promise.all(
      printing.map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
    );
    const named = texts.flatMap(({ file, text }) =>
      namedIn(text).map((target) => ({ file, ...target })),
    );
    expect(named.length).to.be.greaterThan(40);
    const dead = named.filter(({ path, anchor }) => {
      const headings = anchors.get(path);
      return headings === undefined || (anchor !== '' && !headings.includes(anchor));
    });
    expect(dead).to.deep.equal([]);
  });

  it('would be noticed without their heading', () => {
    expect(namedIn("page: 'access.md#ceilings', docs/runbook.md#gone")).to.deep.equal([
      { path: 'docs/runbook.md', anchor: 'gone' },
      { path: 'docs/access.md', anchor: 'ceilings' },
    ]);
  });
});
