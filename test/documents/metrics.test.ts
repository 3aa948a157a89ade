import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMetrics } from '../../src/infrastructure/metrics/metrics.js';
import { pages } from './pages.js';

/** Every exported metric, with the labels of its samples. */
const exported = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const info = { version: '1', processor: 'memory', store: 'memory' };
  const { telemetry, requests, writer, close } = createMetrics(info);
  const operation = 'createRefund';
  const type = 'charge.failed';
  telemetry.processorCallEnded({ operation, outcome: 'done', duration: 1, retries: 1 });
  telemetry.outcomeUnknown({ operation, error: 'ProcessorFailed' });
  telemetry.requestReplayed({ operation });
  telemetry.keyLeftInDoubt({ operation });
  telemetry.keySettled({ operation, by: 'event' });
  telemetry.eventReceived({ type, duplicate: false });
  telemetry.eventConcluded({ type, conclusion: 'handled' });
  telemetry.leaseLost('event');
  const request = { method: 'GET', route: '/a', status: 500, client: 'shop', seconds: 1 };
  requests.ended({ ...request, error: 'Unexpected' });
  const text = await writer({
    eventStore: {
      backlog: () => TE.right({ pending: 0, dead: 0, oldestPending: null }),
      ready: TE.right(undefined),
    },
    idempotencyStore: { unsettled: () => TE.right([]) },
    clock: () => 1000,
    findingStore: {
      summary: TE.right({
        succeededAt: 900,
        failedAt: null,
        findings: [{ rule: 'charged_twice', severity: 'error', seen: false, count: 1 }],
      }),
    },
  })();
  close();
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? /gmu)];
  return new Map(
    samples.map(([, name = '', labels = '']) => [
      name,
      new Set([...labels.matchAll(/(\w+)="/gu)].map(([, label = '']) => label)),
    ]),
  );
};

// Prometheus adds them to every sample.
const addedLabels = ['job', 'instance'];

type Selector = { readonly name: string; readonly labels: ReadonlyArray<string> };

const selectorsIn = (text: string): ReadonlyArray<Selector> =>
  [...text.matchAll(/\b((?:pasarela|nodejs|process)_\w+)(?:\{([^}]*)\})?/gu)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)\s*(?:=~|!=|=)/gu)].map(([, label = '']) => label),
    }),
  );

const rules = await readFile('docs/alert-rules.yaml', 'utf8');
const dashboard = await readFile('docs/grafana-dashboard.json', 'utf8');

const alerts = rules.split(/^ +- alert: /mu).slice(1);
const expressions = (alert: string): string => alert.split('labels: {')[0] ?? '';

describe('the documents of the metrics', () => {
  let metrics: Awaited<ReturnType<typeof exported>>;
  before(async () => {
    metrics = await exported();
  });

  const expectExported = (text: string): void => {
    const selectors = selectorsIn(text);
    expect(selectors).not.to.deep.equal([]);
    for (const { name, labels } of selectors) {
      const known = metrics.get(name);
      if (known === undefined) throw new Error(`/metrics has no ${name}`);
      expect([...known, ...addedLabels], name).to.include.members([...labels]);
    }
  };

  it('name only exported metrics and labels in the dashboard', () => {
    const targets: ReadonlyArray<string> = [...dashboard.matchAll(/"expr": (".*"),?$/gmu)].map(
      ([, expr = '""']) => String(JSON.parse(expr)),
    );
    expect(targets.length).to.be.greaterThan(25);
    for (const target of targets) expectExported(target);
  });

  it('alert on the first unknown outcome, with which its series begins', () => {
    const panels = JSON.stringify(JSON.parse(dashboard)).replaceAll('\\"', '"');
    for (const text of [rules, panels]) {
      expect(text).to.match(
        /\(pasarela_unknown_outcomes_total\{[^}]*\} unless pasarela_unknown_outcomes_total\{[^}]*\} offset \w+\)\s+or increase\(/u,
      );
    }
  });

  for (const alert of alerts) {
    const [name = ''] = alert.split('\n');
    it(`name only exported metrics and labels in the alert ${name}`, () => {
      expectExported(expressions(alert));
    });

    it(`say what to do when ${name} fires, and where to read more`, () => {
      expect(alert).to.match(/^ +summary: '.+'$/mu);
      expect(alert).to.match(/^ +action: .{20,}$/mu);
      const [, file = '', anchor = ''] = /^ +runbook: (\w+\.md)#(\S+)$/mu.exec(alert) ?? [];
      const page = pages.find(({ file: known }) => known === `docs/${file}`);
      const headings = [...(page?.text ?? '').matchAll(/^#+ (.+)$/gmu)].map(([, text = '']) =>
        text.toLowerCase().replaceAll(' ', '-'),
      );
      expect(headings).to.include(anchor);
    });
  }

  it('describe every metric of the service in docs/operations.md', () => {
    const described = new Set(
      selectorsIn(pages.find(({ file }) => file === 'docs/operations.md')?.text ?? '').map(
        ({ name }) => name,
      ),
    );
    const own = [...metrics.keys()]
      .filter((name) => name.startsWith('pasarela_'))
      .map((name) => name.replace(/_seconds_(?:bucket|sum|count)$/u, '_seconds'));
    expect([...new Set(own)].filter((name) => !described.has(name))).to.deep.equal([]);
  });

  it('would notice a metric or a label that does not exist', () => {
    expect(() => expectExported('sum(pasarela_refunds_total)')).to.throw('pasarela_refunds_total');
    expect(() => expectExported('pasarela_leases_lost_total{route="a"}')).to.throw('leases_lost');
  });
});
