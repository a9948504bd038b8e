/** A small chart of bars over time, and the same as a table. */
import type { ActivityItem } from '../../../runtime/operations/items.ts';
import { formatTime } from '../words.ts';

const HEIGHT = 90;

/** One of the things that are drawn. */
interface Series {
  name: string;
  tone: string;
  value: (bucket: ActivityItem) => number;
}

interface ChartProps {
  title: string;
  summary: string;
  buckets: readonly ActivityItem[];
  series: readonly Series[];
  format?: (value: number) => string;
  /** Whether the bars of a moment stand on each other. Default true; otherwise they stand behind each other. */
  isStacked?: boolean;
}

/** The chart. */
export function Chart({ title, summary, buckets, series, format = String, isStacked = true }: ChartProps) {
  const totals = buckets.map((bucket) => {
    const values = series.map(({ value }) => value(bucket));
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const highest = Math.max(1, ...totals);
  return (
    <section class="card stack" aria-label={title} style={{ gap: '8px' }}>
      <h2>{title}</h2>
      <div class="soft">{summary}</div>
      <svg class="chart" viewBox={`0 0 ${buckets.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {buckets.map((bucket, n) => (
          <Bars key={bucket.at} n={n} heights={heightsOf(bucket, { series, highest, isStacked })} series={series} />
        ))}
        <path d={`M0 ${HEIGHT - 0.5}H${buckets.length}`} stroke="var(--line)" />
      </svg>
      <details>
        <summary>As a table</summary>
        <div
          style={{ maxHeight: '220px', overflow: 'auto' }}
          tabIndex={0}
          role="group"
          aria-label={`${title}, as a table`}
        >
          <table>
            <thead>
              <tr>
                <th>From</th>
                {series.map(({ name }) => (
                  <th key={name} class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {buckets.map((bucket) => (
                <tr key={bucket.at}>
                  <td>{formatTime(bucket.at)}</td>
                  {series.map(({ name, value }) => (
                    <td key={name} class="number">
                      {format(value(bucket))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

interface Scale {
  series: readonly Series[];
  highest: number;
  isStacked: boolean;
}

/** From and to of each bar, from below. */
function heightsOf(bucket: ActivityItem, { series, highest, isStacked }: Scale): (readonly [number, number])[] {
  let below = 0;
  return series.map(({ value }) => {
    const height = (value(bucket) / highest) * (HEIGHT - 6);
    const bar = [below, below + height] as const;
    if (isStacked) below += height;
    return bar;
  });
}

function Bars({
  n,
  heights,
  series,
}: {
  n: number;
  heights: readonly (readonly [number, number])[];
  series: readonly Series[];
}) {
  // Those behind are drawn first.
  return (
    <>
      {heights
        .map(([from, to], index) => (
          <rect
            key={index}
            class={series[index]!.tone}
            fill="currentcolor"
            x={n + 0.1}
            width={0.8}
            y={HEIGHT - to}
            height={Math.max(0, to - from)}
          />
        ))
        .toReversed()}
    </>
  );
}
