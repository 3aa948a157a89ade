import type { MemoryControls } from '../adapters/outbound/memory/memory-controls.js';
import type { PaymentProcessor } from '../application/ports/payment-processor.js';

/** The processor that the service runs on. Only the in-memory one can be told what customers, banks and network do. */
export type ServiceProcessor = PaymentProcessor & { readonly controls?: MemoryControls };
