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

// Without a single font the renderer crashes.
const fontsIn = (directory: string): string =>
  `<?xml version="1.0"?><fontconfig><dir>${directory}/fonts</dir><cachedir>${directory}/fonts-cache</cachedir></fontconfig>`;

// The package unpacks its shared libraries only where it takes the machine for a cloud function of this kind.
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

/** A headless Chromium and its end, which also removes its files. */
export type TestBrowser = { readonly browser: Browser; readonly close: () => Promise<void> };

/**
 * Starts the Chromium that the npm package brings, with the shared libraries and fonts that it brings too: nothing
 * needs to be installed on a Linux machine (x64). On others `CHROMIUM_PATH` names one that is. Each start has a
 * directory of its own, so that runs do not meet.
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
      args: ['--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
      env: installed === undefined ? environmentIn(directory) : process.env,
    });
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
