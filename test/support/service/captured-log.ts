import { expect } from 'chai';
import { findLeaks } from './find-leaks.js';

const lines: Array<string> = [];
const secrets = new Set<string>();

/** The output of all services and programs under test in this run, and the secrets that they were given. */
export const capturedLog = {
  write: (line: string): void => {
    lines.push(line);
  },
  /** Adds a secret that the log must not contain. */
  guard: (secret: string): void => {
    secrets.add(secret);
  },
  size: (): number => lines.length,
};

// At the top level of a file, this is a root hook of mocha: it runs after all suites.
after('the logs of this run contain no card number, security code or secret', () => {
  const leaks = lines.flatMap((line) =>
    findLeaks(line, secrets).map((what) => `${what} in: ${line.slice(0, 200)}`),
  );
  expect(leaks).to.deep.equal([]);
});
