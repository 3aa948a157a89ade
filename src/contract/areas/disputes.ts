import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor } from '../support/ids.js';
import { newDispute } from '../support/new-dispute.js';

/** Disputes: their list, their evidence and their end. */
export const disputes = (suite: Suite): void => {
  const { describe, it, itWith } = suite.needing('features.disputes');

  describe('disputes', () => {
    itWith(
      ['fixtures.disputed'],
      'listDisputes and retrieveDispute have a dispute with its amount, charge and deadline',
      async (processor) => {
        const [amount] = processor.given.amounts;
        const listed = await newDispute(processor);
        const dispute = await mustSucceed(processor).retrieveDispute({ dispute: listed.id });
        assert.deepEqual(
          [dispute.id, dispute.amount, dispute.charge, dispute.evidence_details?.due_by],
          [listed.id, amount, listed.charge, listed.evidence_details?.due_by],
          'retrieveDispute returns the dispute of the id',
        );
        const due = dispute.evidence_details?.due_by ?? 0;
        assert.ok(
          due > dispute.created,
          'an open dispute has a deadline in evidence_details.due_by',
        );
      },
    );

    itWith(
      ['fixtures.disputed'],
      'submitDisputeEvidence keeps evidence, and submits it when asked to',
      async (processor) => {
        const { id, status } = await newDispute(processor);
        const { submitDisputeEvidence } = mustSucceed(processor);
        const carrier = { shipping_carrier: 'Correos' };
        const kept = await submitDisputeEvidence({ dispute: id, evidence: carrier, submit: false });
        assert.deepEqual(
          [
            kept.status,
            kept.evidence_details?.has_evidence,
            kept.evidence_details?.submission_count,
          ],
          [status, true, 0],
          'submit false keeps the evidence and submits nothing',
        );
        const text = { uncategorized_text: 'The customer has confirmed the delivery.' };
        const sent = await submitDisputeEvidence({ dispute: id, evidence: text, submit: true });
        assert.equal(
          sent.evidence_details?.submission_count,
          1,
          'submit true submits the evidence',
        );
      },
    );

    itWith(['fixtures.disputed'], 'closeDispute loses the dispute, once', async (processor) => {
      const { id } = await newDispute(processor);
      const closed = await mustSucceed(processor).closeDispute({ dispute: id });
      assert.equal(closed.status, 'lost', 'a closed dispute is lost');
      await failWith('closeDispute', processor.closeDispute({ dispute: id }), 'ProcessorRefused');
    });

    it('retrieveDispute does not find an unknown dispute', async (processor) => {
      const { dispute } = absentFor(processor);
      const task = processor.retrieveDispute({ dispute });
      await failWith('retrieveDispute', task, 'ProcessorRefused', { code: 'resource_missing' });
    });
  });
};
