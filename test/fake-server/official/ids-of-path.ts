/** An id for each name in the path of an operation. */
export const idsOfPath = (path: string): { readonly [name: string]: string } =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'id']));
