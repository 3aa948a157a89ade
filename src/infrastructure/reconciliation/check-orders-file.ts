import { access, constants, stat } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { isHttpAddress } from '../config/urls.js';
import { SetUpProblem } from '../set-up-problem.js';

const codeOf = ({ code }: NodeJS.ErrnoException): string | undefined => code;

/**
 * Throws a `SetUpProblem` if the service reconciles, and the file of its orders cannot be read: no reconciliation would succeed.
 * Addresses are not asked, and modules are not run.
 */
export const checkOrdersFile = async ({
  reconcile: { minutes, orders },
}: Pick<Config, 'reconcile'>): Promise<void> => {
  if (minutes === 0 || orders === undefined || isHttpAddress(orders)) return;
  const problem = await access(orders, constants.R_OK).then(
    async () => ((await stat(orders)).isDirectory() ? 'EISDIR' : undefined),
    codeOf,
  );
  if (problem === undefined) return;
  throw new SetUpProblem(
    `RECONCILE_ORDERS names a file that cannot be read (${problem}): correct the path, which begins at the working directory, or its rights`,
  );
};
