import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/application/ports/audit-log.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { openAuditLog } from '../../../src/infrastructure/audit/open-audit-log.js';
import { SetUpProblem } from '../../../src/infrastructure/set-up-problem.js';

const entry: AuditEntry = { operation: 'refundCharge', outcome: 'done' };

describe('the audit log', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-audit-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is absent unless it is asked for', async () => {
    const { record, reopen, close } = await openAuditLog(undefined, silentLogger);
    reopen();
    await close(1000);
    expect(record).to.equal(undefined);
  });

  it('is a file with a line of JSON for each entry', async () => {
    const path = join(folder, 'audit.log');
    const { record, reopen, close } = await openAuditLog({ path }, silentLogger);
    record?.(entry);
    reopen();
    record?.({ ...entry, outcome: 'refused' });
    await close(5000);
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    expect(lines).to.have.length(2);
    expect(JSON.parse(lines[0] ?? '')).to.include({ stream: 'audit', ...entry });
    expect(JSON.parse(lines[1] ?? '')).to.include({ stream: 'audit', outcome: 'refused' });
  });

  it('says that its file cannot be opened', async () => {
    const opened = await openAuditLog({ path: folder }, silentLogger).catch(
      (error: unknown) => error,
    );
    expect(opened).to.be.instanceOf(SetUpProblem);
    expect(String(opened)).to.include('(EISDIR): correct the path or its rights');
  });

  for (const name of ['stdout', 'stderr'] as const) {
    it(`is a stream of the process: ${name}`, async () => {
      const stream = process[name];
      const written: Array<string> = [];
      const write = stream.write.bind(stream);
      stream.write = (text: string | Uint8Array) => {
        written.push(String(text));
        return true;
      };
      try {
        const { record, reopen, close } = await openAuditLog(name, silentLogger);
        record?.(entry);
        reopen();
        await close(100);
      } finally {
        stream.write = write;
      }
      expect(written.join('')).to.include('"stream":"audit"').and.include('refundCharge');
    });
  }
});
