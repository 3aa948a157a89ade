import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { TortureProblem } from '../options/torture-problem.js';

// Below the ports that systems give to outgoing connections: such a one could take the port while the shop is being restarted.
const from = 20_000;
const to = 32_000;
const mostTries = 50;

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
};

const anyPort = (): number => randomInt(from, to);

/** A port of 127.0.0.1 at which nothing listens. `draw` proposes one. */
export const freeShopPort = async (draw = anyPort): Promise<number> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = draw();
    if (await isFree(port)) return port;
  }
  throw new TortureProblem(
    `no free port for the shop was found between ${from} and ${to}: set shop.url to an address that is free`,
  );
};
