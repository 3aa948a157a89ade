import Libsql from 'libsql';
import LibsqlInThreads from 'libsql/promise';

type Driver = { exec: (this: unknown, sql: string) => unknown };

/**
 * Measures from now on how long each `COMMIT` of SQLite in this process holds the event loop, also where a thread does the rest. Returns a
 * function that tells the longest time, in milliseconds.
 */
export const timeCommits = (): (() => number) => {
  let longest = 0;
  const drivers: ReadonlyArray<Driver> = [Libsql.prototype, LibsqlInThreads.prototype];
  for (const driver of drivers) {
    const { exec } = driver;
    driver.exec = function timed(sql) {
      const begun = performance.now();
      try {
        return exec.call(this, sql);
      } finally {
        if (sql === 'COMMIT') longest = Math.max(longest, performance.now() - begun);
      }
    };
  }
  return () => longest;
};
