import { expect } from 'chai';
import { checkEvents } from '../../../src/infrastructure/doctor/check-events.js';
import { useHttpServer } from '../../support/http/use-http-server.js';

describe('checkEvents', () => {
  const asked: Array<string | undefined> = [];
  const url = useHttpServer((request, response) => {
    asked.push(request.method);
    response.writeHead(404).end();
  });

  const found = async (forwardUrl: string | undefined, eventsHandledElsewhere = false) => {
    const eventForward =
      forwardUrl === undefined
        ? undefined
        : { url: forwardUrl, secrets: [], timeoutMs: 1, skipSuperseded: false, outcomes: false };
    const processor = { kind: 'stripe' } as const;
    const findings = await checkEvents({ processor, eventForward, eventsHandledElsewhere });
    return findings.map(({ level, message }) => `${level} ${message}`).join();
  };

  it('says when no program is told of events', async () => {
    expect(await found(undefined)).to.match(/^warning no program is told of events/);
    expect(await found(undefined, true)).to.match(/^ok another process/);
  });

  it('says whether the address to which they are forwarded answers, and sends no event there', async () => {
    expect(await found(`${url()}/events?token=hidden`)).to.equal(
      `ok ${url()}, to which they are forwarded, answers`,
    );
    expect(asked).to.deep.equal(['HEAD']);
    expect(await found('http://127.0.0.1:9/events?token=hidden')).to.match(
      /^error no response from http:\/\/127\.0\.0\.1:9, to which they are forwarded: \w+/,
    );
  });
});
