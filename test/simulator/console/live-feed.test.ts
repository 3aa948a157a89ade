import { expect } from 'chai';
import type { HttpResponse, OpenStream } from '../../../src/adapters/inbound/http/core/message.js';
import { createLiveFeed } from '../../../src/simulator/console/live-feed.js';
import { until } from '../../support/time/until.js';

/** A page that listens to a response. `leave` closes its connection. */
const listenTo = ({ stream }: HttpResponse, waiting = 0) => {
  const got: Array<string> = [];
  const listeners: Array<() => void> = [];
  const leave = (): void => {
    for (const listener of listeners) listener();
  };
  const to: OpenStream = {
    send: (text) => {
      got.push(text);
    },
    waiting: () => waiting,
    cut: leave,
    onClose: (listener) => {
      listeners.push(listener);
    },
  };
  stream?.(to);
  return { got, leave };
};

const noWatch = () => () => undefined;

describe('the feed of changes', () => {
  it('gathers changes to one message, and stops with the last page', async () => {
    const feed = createLiveFeed({ gatheringMs: 1 });
    const page = listenTo(feed.open('', noWatch));
    feed.touch();
    feed.touch();
    await until(() => page.got.length > 0);
    expect(page.got).to.have.length(1);
    expect(page.got[0]).to.match(/^id: \d+\nevent: changed\ndata: \d+\n\n$/);
    page.leave();
    feed.touch();
    expect(page.got).to.have.length(1);
  });

  it('tells a page that comes back only if it has missed something', () => {
    const feed = createLiveFeed();
    const first = feed.open('', noWatch).body;
    const seen = /id: (\d+)/.exec(String(first))?.[1] ?? '';
    expect(feed.open(seen, noWatch).body).not.to.include('changed');
    feed.touch();
    expect(feed.open(seen, noWatch).body).to.include('event: changed');
  });

  it('watches while a page is there', () => {
    const watched: Array<string> = [];
    const feed = createLiveFeed();
    const response = feed.open('', () => {
      watched.push('begins');
      return () => {
        watched.push('ends');
      };
    });
    expect(watched).to.deep.equal([]);
    listenTo(response).leave();
    expect(watched).to.deep.equal(['begins', 'ends']);
  });

  it('sends signs of life, and gives up a page that takes nothing', async () => {
    const feed = createLiveFeed({ heartbeatMs: 1 });
    const alive = listenTo(feed.open('', noWatch));
    let left = false;
    listenTo(
      feed.open('', () => () => {
        left = true;
      }),
      1_000_000,
    );
    await until(() => left && alive.got.length > 0);
    expect(alive.got[0]).to.equal(': still here\n\n');
    alive.leave();
  });

  it('refuses more than 32 pages', () => {
    const feed = createLiveFeed();
    const pages = Array.from({ length: 32 }, () => listenTo(feed.open('', noWatch)));
    expect(feed.open('', noWatch)).to.include({ status: 503 });
    pages[0]?.leave();
    expect(feed.open('', noWatch)).to.include({ status: 200 });
    for (const page of pages.slice(1)) page.leave();
  });
});
