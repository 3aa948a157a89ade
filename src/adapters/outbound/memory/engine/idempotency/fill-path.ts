/** A path with the parameters that it names. */
export const fillPath = (path: string, params: object): string => {
  const values = new Map(Object.entries(params));
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(values.get(name)));
};
