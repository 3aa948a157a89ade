import { Counter, Histogram, type Registry } from 'prom-client';

// For every addition prom-client writes a text of all labels and looks the series up by it, which takes longer than the rest of
// counting. Here each series has its own numbers, and prom-client gets them when the metrics are read.

type Facts = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: ReadonlyArray<string>;
};

/** Makes a series of a metric from the values of its labels. */
type SeriesOf<A> = (...values: ReadonlyArray<string>) => A;

/** A series that counts. */
type Count = {
  /** Adds one, or more. */
  readonly inc: (more?: number) => void;
};

/** Creates a counter in a registry. */
export const createCounter = (registry: Registry, facts: Facts): SeriesOf<Count> => {
  const series: Array<() => void> = [];
  const counter: Counter = new Counter({
    ...facts,
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const show of series) show();
    },
  });
  return (...values) => {
    const shown = counter.labels(...values);
    let count = 0;
    series.push(() => shown.inc(count));
    return {
      inc: (more = 1) => {
        count += more;
      },
    };
  };
};

/** A series of a histogram. */
type Distribution = { readonly observe: (seconds: number) => void };

/** Creates a histogram of times in a registry. `buckets`: their upper bounds in seconds, the lowest first. */
export const createHistogram = (
  registry: Registry,
  { buckets, ...facts }: Facts & { readonly buckets: ReadonlyArray<number> },
): SeriesOf<Distribution> => {
  const { name, help, labelNames } = facts;
  const series: Array<() => ReadonlyArray<object>> = [];
  const histogram = new Histogram({ ...facts, buckets: [...buckets], registers: [registry] });
  // A registry calls this to write a histogram.
  Object.assign(histogram, {
    getForPromString: async () => ({
      name,
      help,
      type: 'histogram',
      values: series.flatMap((show) => show()),
    }),
  });
  return (...values) => {
    const labels = Object.fromEntries(labelNames.map((label, at) => [label, values[at]]));
    const counts = buckets.map(() => 0);
    let count = 0;
    let sum = 0;
    series.push(() => {
      let below = 0;
      return [
        ...buckets.map((le, at) => {
          below += counts[at] ?? 0;
          return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
        }),
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ];
    });
    return {
      observe: (seconds) => {
        const at = buckets.findIndex((bound) => seconds <= bound);
        if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
        count += 1;
        sum += seconds;
      },
    };
  };
};
