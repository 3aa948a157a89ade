import { type Balancer, startBalancer } from './balancer.js';
import { type Instance, startInstance } from './instance.js';

/** Instances of the service behind one address. */
export type Cluster = Pick<Balancer, 'address' | 'close'> & {
  readonly instances: ReadonlyArray<Instance>;
};

/** Starts so many instances; the address stays while they come and go. */
export const startCluster = async (
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<Cluster> => {
  const instances = await Promise.all(Array.from({ length: count }, () => startInstance(env)));
  const balancer = await startBalancer(instances.map(({ port }) => port));
  return {
    address: balancer.address,
    instances,
    close: async () => {
      await balancer.close();
      await Promise.all(instances.map((instance) => instance.close()));
    },
  };
};
