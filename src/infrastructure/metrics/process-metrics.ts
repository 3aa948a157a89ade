import { readdirSync } from 'node:fs';
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

const countFiles = (): number | undefined => {
  try {
    return readdirSync('/proc/self/fd').length - 1;
  } catch {
    return undefined;
  }
};

const inSeconds = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0;

const startedAt = Date.now() / 1000 - process.uptime();

/**
 * Figures of this process, under the names that Prometheus clients for Node use. The collectors of prom-client would go on until
 * the end of the process; `close` ends these.
 */
export const createProcessMetrics = (registry: Registry): { readonly close: () => void } => {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number | undefined): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => {
        const now = value();
        if (now !== undefined) made.set(now);
      },
    });
  };

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const delayOf = (name: string, help: string, value: () => number): void =>
    gauge(`nodejs_eventloop_lag_${name}_seconds`, `${help} since the previous scrape`, () =>
      inSeconds(value()),
    );
  delayOf('p50', 'Median delay of the event loop', () => delay.percentile(50));
  delayOf('p99', '99th percentile of the delay of the event loop', () => delay.percentile(99));
  delayOf('max', 'Longest delay of the event loop', () => {
    const { max } = delay;
    delay.reset();
    return max;
  });
  gauge(
    'nodejs_eventloop_utilization',
    'Share of time that the event loop was busy since the previous scrape, 0 to 1',
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  );
  const cpu: Counter = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time',
    registers,
    collect: () => {
      const { user, system } = process.cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
    },
  });
  gauge('process_start_time_seconds', 'Start of the process, Unix seconds', () => startedAt);
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  gauge(
    'nodejs_heap_size_used_bytes',
    'Used JavaScript heap',
    () => process.memoryUsage().heapUsed,
  );
  gauge('process_open_fds', 'Open file descriptors', countFiles);
  return { close: () => void delay.disable() };
};
