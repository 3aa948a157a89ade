import { createMemoryRefundSums } from '../../../../../src/adapters/outbound/memory/stores/memory-refund-sums.js';
import { describeRefundSums } from '../../../../../src/contract/stores/describe-refund-sums.js';

describeRefundSums('memory', { open: createMemoryRefundSums });
