import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into the service before it starts: tells the soak what the process holds, whenever it asks. */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', () => {
  const [p99, longest] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  globalThis.gc();
  const { heapUsed, rss, external } = process.memoryUsage();
  const cpu = process.cpuUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.send({
    heap: heapUsed,
    rss,
    external,
    handles,
    p99,
    longest,
    cpu: cpu.user + cpu.system,
  });
  delay.reset();
});
// The service ends by itself, whoever listens.
process.channel.unref();
