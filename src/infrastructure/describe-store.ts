import type { StoreConfig } from './config/store-config.js';

/** The store in the words of whoever starts the service: never with a user or a password. */
export const describeStore = (store: StoreConfig): string => {
  switch (store.kind) {
    case 'memory':
      return 'memory';
    case 'file':
      return `file:${store.path}`;
    case 'postgres': {
      const { host, pathname } = new URL(store.url);
      return `postgres://${host}${pathname}`;
    }
  }
};
