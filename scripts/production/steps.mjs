import { burst } from './steps/burst.mjs';
import { clockJumps } from './steps/clock-jumps.mjs';
import { deploy } from './steps/deploy.mjs';
import { failover } from './steps/failover.mjs';
import { fullDisk } from './steps/full-disk.mjs';
import { killedInstance } from './steps/killed-instance.mjs';
import { noProcessor } from './steps/no-processor.mjs';
import { poolerRestart } from './steps/pooler-restart.mjs';
import { rollingRestart, rollingRestartOfNginx } from './steps/rolling-restart.mjs';
import { slowDisk } from './steps/slow-disk.mjs';
import { starved } from './steps/starved.mjs';

/** The day, in order. The disk of the standby never becomes full, so that the failover comes after the full disk. */
export const steps = [
  deploy,
  rollingRestart,
  rollingRestartOfNginx,
  killedInstance,
  fullDisk,
  failover,
  poolerRestart,
  noProcessor,
  burst,
  clockJumps,
  slowDisk,
  starved,
];
