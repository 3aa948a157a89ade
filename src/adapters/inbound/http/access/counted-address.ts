// The first four groups. One customer of a network has all addresses behind them.
const network64 = (address: string): string => {
  const [bare = ''] = address.split('%');
  const [head = '', tail] = bare.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0');
  const first = [...groups, ...zeros, ...last].slice(0, 4);
  return first.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
};

/** Whoever is counted for an address: itself, or the /64 network of an IPv6 address. */
export const countedAddress = (address: string): string =>
  address.includes(':') ? `${network64(address)}::/64` : address;
