/** Opens the shop when Next starts: events that are waiting are handled before the first request comes. */
export const register = async (): Promise<void> => {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { shopOfProcess } = await import('./route.ts');
  await shopOfProcess();
};
