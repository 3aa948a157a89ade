import { createMemoryFindingStore } from '../../../../../src/adapters/outbound/memory/stores/memory-finding-store.js';
import { describeFindingStore } from '../../../../../src/contract/stores/describe-finding-store.js';

describeFindingStore('memory', { open: createMemoryFindingStore });
