import type { Scale, Side } from './benchmark.js';
import type { Child } from './child.js';
import { type Exchange, runLoad } from './load.js';

const usualConnections = 10;

/** A server under load: operations per second, CPU time of its process for each, and response times. */
export const httpSide = (
  server: Child,
  exchange: Exchange,
  scale: Scale,
  connections = usualConnections,
): Side => {
  const limits = { connections, seconds: scale.roundSeconds, operations: scale.operations };
  return {
    warmUp: () =>
      runLoad(server.url, exchange, { ...limits, seconds: 20, operations: scale.warmUpOperations }),
    round: async () => {
      const { done, cpuMicros, longestBlockMs } = await server.meanwhile(() =>
        runLoad(server.url, exchange, limits),
      );
      return {
        value: done.operations / done.seconds,
        cpuMicros: cpuMicros / done.operations,
        longestBlockMs,
      };
    },
    latencyAt: async (perSecond) => {
      const { done, longestBlockMs } = await server.meanwhile(() =>
        runLoad(server.url, exchange, { ...limits, seconds: 2 * scale.roundSeconds, perSecond }),
      );
      return { p50: done.p50, p99: done.p99, longestBlockMs };
    },
  };
};
