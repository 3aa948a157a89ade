import { expect } from 'chai';
import { findLeaks } from './find-leaks.js';

const lines: Array<string> = [];
const secrets = new Set<string>();

/** Everything that the services and programs under test have written in this run, and the secrets they were given. */
export const capturedLog = {
  write: (line: string): void => {
    lines.push(line);
  },
  /** A secret that the log must not hold. */
  guard: (secret: string): void => {
    secrets.add(secret);
  },
  size: (): number => lines.length,
};

// At the top level of a file mocha takes this as a hook of the whole run: it comes after every suite.
after(
  'nothing that was logged in this run holds a card number, a security code or a secret',
  () => {
    const leaks = lines.flatMap((line) =>
      findLeaks(line, secrets).map((what) => `${what} in: ${line.slice(0, 200)}`),
    );
    expect(leaks).to.deep.equal([]);
  },
);
