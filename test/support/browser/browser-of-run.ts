import type { Browser } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';

let started: Promise<TestBrowser> | undefined;

/** The browser that all suites of a run share. It starts on first use. */
export const browserOfRun = async (): Promise<Browser> => {
  started ??= startBrowser();
  return (await started).browser;
};

after(async () => {
  await (await started)?.close();
});
