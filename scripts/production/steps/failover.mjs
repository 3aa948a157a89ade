export const failover = {
  name: 'failover',
  about: 'the primary crashes, and the standby takes over',
  run: async ({ stack, sizes }) => {
    await stack.failOver(sizes.outage);
    return { result: 'no instance was restarted', holds: () => [] };
  },
};
