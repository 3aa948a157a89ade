import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const unpack = `
  const { default: chromium } = await import(process.argv[1]);
  process.stdout.write(await chromium.executablePath());
`;

const packed = pathToFileURL(createRequire(import.meta.url).resolve('@sparticuz/chromium')).href;

// Without any font the renderer crashes.
const fontsIn = (directory: string): string =>
  `<?xml version="1.0"?><fontconfig><dir>${directory}/fonts</dir><cachedir>${directory}/fonts-cache</cachedir></fontconfig>`;

// The package unpacks its shared libraries only on this kind of cloud function, so the test pretends to be one.
const unpackChromium = (directory: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', unpack, packed], {
    env: { ...process.env, TMPDIR: directory, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    encoding: 'utf8',
  });

const environmentIn = (directory: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: directory,
  TMPDIR: directory,
  LD_LIBRARY_PATH: join(directory, 'al2023', 'lib'),
  FONTCONFIG_FILE: join(directory, 'fonts.conf'),
});

/** A headless Chromium. Closing it also removes its files. */
export type TestBrowser = { readonly browser: Browser; readonly close: () => Promise<void> };

/**
 * Starts the Chromium of the npm package, with the package's shared libraries and fonts: Linux (x64) needs no other
 * installation. On other machines, `CHROMIUM_PATH` names an installed Chromium. Each start has its own directory, so
 * that runs do not interfere.
 */
export const startBrowser = async (): Promise<TestBrowser> => {
  const directory = await mkdtemp(join(tmpdir(), 'pasarela-chromium-'));
  const close = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const installed = process.env['CHROMIUM_PATH'];
    await writeFile(join(directory, 'fonts.conf'), fontsIn(directory));
    const browser = await chromium.launch({
      executablePath: installed ?? unpackChromium(directory),
      chromiumSandbox: false,
      args: ['--disable-gpu', '--font-render-hinting=none'],
      env: installed === undefined ? environmentIn(directory) : process.env,
    });
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await newContext(options);
      // Pages are slow on a busy machine. Mocha ends what hangs.
      context.setDefaultTimeout(0);
      return context;
    };
    return {
      browser,
      close: async () => {
        await browser.close();
        await close();
      },
    };
  } catch (cause) {
    await close();
    throw cause;
  }
};
