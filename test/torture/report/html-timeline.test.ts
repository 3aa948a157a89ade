import { expect } from 'chai';
import { htmlReport } from '../../../src/torture/report/html-report.js';
import { timelineHtml } from '../../../src/torture/report/html-timeline.js';
import type { Story } from '../../../src/torture/report/story.js';
import type { TortureResult } from '../../../src/torture/result/torture-result.js';
import { plannedOrder, sampleResult } from '../../support/torture/sample-result.js';

const story: Story = {
  order: plannedOrder(1),
  incidents: [],
  lines: [
    { at: 0, from: 'customer', to: 'shop', lost: null, tone: 'plain', text: 'the customer paid' },
    { at: 1500, from: 'shop', to: 'shop', lost: null, tone: 'bad', text: 'a < b' },
    { at: 1510, from: 'shop', to: 'processor', lost: 'there', tone: 'incident', text: 'lost' },
  ],
  endings: [],
};

const timelines = (html: string): number => html.split('class="timeline"').length - 1;

describe('the timeline of an order', () => {
  it('has a line for a pause, a dot for what stays with one, and a broken arrow', () => {
    const html = timelineHtml(story, 'What "it" was');
    expect(html)
      .to.include('<li class="gap">')
      .and.include('1.5 s later')
      .and.include('<i class="dot at-s">')
      .and.include('<i class="arrow s-p lost">')
      .and.include('a &#60; b')
      .and.include('aria-label="What &#34;it&#34; was"')
      .and.not.include('class="planned"')
      .and.not.include('<dl>');
  });

  it('marks incidents that found no occasion, and has a title for each of two ledgers', () => {
    const html = timelineHtml(
      {
        ...story,
        incidents: [
          { text: 'an answer is lost', happened: true },
          { text: 'a webhook comes twice', happened: false },
        ],
        endings: [
          { when: 'settled', title: 'When everything had settled', ledger: [['shop', 'no order']] },
          { when: 'visited', title: '', ledger: [['shop', 'one order']] },
        ],
      },
      'It',
    );
    expect(html)
      .to.include('<li>an answer is lost</li>')
      .and.include('a webhook comes twice <small>(found no occasion)</small>')
      .and.include('<p class="quiet">When everything had settled</p><dl>')
      .and.include('<dd>one order</dd>');
  });
});

describe('the page without a browser', () => {
  const pageOf = (change: (result: TortureResult) => Partial<TortureResult>): string => {
    const result = sampleResult();
    return htmlReport({ ...result, ...change(result) }, (rule) => `replay ${rule}`);
  };

  it('has a list of contents for two broken rules', () => {
    const html = pageOf(({ broken }) => ({
      broken: [
        ...broken,
        ...broken.map((one) => ({ ...one, rule: { ...one.rule, name: 'mine' } })),
      ],
    }));
    expect(html).to.include('<nav aria-label="Broken rules">').and.include('href="#mine"');
  });

  it('has a title for each order of a smallest plan with several', () => {
    const html = pageOf(({ broken }) => ({
      broken: broken.map((one) => ({
        ...one,
        smallest: one.smallest && {
          ...one.smallest,
          plan: {
            ...one.smallest.plan,
            orders: [...one.smallest.plan.orders, plannedOrder(3)],
          },
        },
      })),
    }));
    expect(html).to.include('<h4>Order 17</h4>').and.include('<h4>Order 3</h4>');
  });

  it('shows at most 20 timelines of the whole run, and none of a finding about no order', () => {
    const html = pageOf(({ broken }) => ({
      broken: broken.map((one) => ({
        ...one,
        smallest: null,
        findings: [null, ...Array<number>(25).fill(17)].map((order) => ({
          rule: 'charged_twice',
          order,
          message: 'two charges',
        })),
      })),
    }));
    expect(timelines(html)).to.equal(19);
    expect(html).to.include('It is about no order.').and.include('<p>two charges</p>');
  });

  it('leaves out what is empty', () => {
    const html = pageOf(({ runs }) => ({
      untried: [],
      broken: [],
      passed: true,
      runs: runs.map(({ phase, run }) => ({
        phase,
        run: { ...run, plan: { ...run.plan, orders: [plannedOrder(1)] } },
      })),
    }));
    expect(html).not.to.include('Not tried').and.not.include('What was done to the shop');
  });
});
