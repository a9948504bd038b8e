/** The board, the alerts and the page about telemetry name what is really emitted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Meters } from '../../runtime/telemetry/meters.ts';
import { type MetricName, METRICS } from '../../runtime/telemetry/metric-table.ts';
import { collectTelemetry } from './collected-telemetry.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const readDocument = (name: string): string => readFileSync(join(DOCS, name), 'utf8');

interface Board {
  panels: { title: string; targets?: { expr: string }[] }[];
  templating: { list: { query: string }[] };
}
const board = JSON.parse(readDocument('grafana/workflows.json')) as Board;
const queries: [string, string][] = [
  ...board.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
  ...board.templating.list.map(({ query }): [string, string] => ['variables', query]),
  ...readDocument('grafana/alerts.yml')
    .split('- alert: ')
    .slice(1)
    .map((rule): [string, string] => [
      rule.split('\n')[0]!,
      /expr: (?:\|\n)?([^]*?)\n +(?:for|labels):/.exec(rule)![1]!,
    ]),
];

/** By the name that Prometheus has for it, the labels of a metric. */
const emitted = new Map<string, Set<string>>();

describe('telemetry', () => {
  beforeAll(() => expect(queries.length).toBeGreaterThan(30));

  it('is named in all queries of the board and the alerts as the exporter for Prometheus writes it', async () => {
    const lines = (await emitAll()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines) {
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line)!;
      const found = labels.matchAll(/(\w+)="/g);
      emitted.set(name!, new Set([...(emitted.get(name!) ?? []), ...Array.from(found, ([, label]) => label!)]));
    }
    for (const [title, query] of queries) {
      const metrics = [...patternsIn(query), ...namesIn(query).filter((name) => emitted.has(name))];
      const labels = new Set(metrics.flatMap((name) => [...labelsOf(name)]));
      const unknown = namesIn(query).filter((name) => !emitted.has(name) && !labels.has(name));
      expect(unknown, title).toEqual([]);
      for (const pattern of patternsIn(query)) expect(labelsOf(pattern), `${title}: ${pattern}`).not.toEqual([]);
      if (query !== 'prometheus') expect(metrics, title).not.toEqual([]);
    }
  });

  it('is asked for with the unit at the end of its name, too, where it has one', () => {
    for (const [title, query] of queries)
      for (const name of [...patternsIn(query), ...namesIn(query)]) {
        const metric = Object.entries(METRICS).find(([one]) => withoutEnd(plain(name)) === one.replaceAll('.', '_'));
        const suffix = SUFFIXES[metric?.[1].unit ?? ''];
        if (suffix) expect(name, title).toContain(`(_${suffix})?`);
      }
  });

  it('is all used by the board or an alert', () => {
    const used = queries
      .flatMap(([, query]) => [...patternsIn(query), ...namesIn(query)])
      .map(plain)
      .map(withoutEnd);
    const unused = [...emitted.keys()].filter((name) => name !== 'target_info' && !used.includes(withoutEnd(name)));
    expect(unused).toEqual([]);
  });

  it('has its table on the page', () => {
    const rows = Array.from(
      readDocument('telemetry.md').matchAll(/^\| `([\w.]+)` \| (\w+) \| (\S+) \|(.*)\|$/gm),
      ([, name, kind, unit, attributes]) => ({ name, kind, unit, attributes: attributes!.match(/[\w.]+/g) ?? [] }),
    );
    const table = Object.entries(METRICS).map(([name, { kind, unit, attributes }]) => ({
      name,
      kind,
      unit,
      attributes: [...attributes],
    }));
    expect(rows).toEqual(table);
  });
});

const PATTERN = /__name__=~"([^"]*)"/g;
/** The names that a query finds by a pattern. */
const patternsIn = (query: string): string[] => Array.from(query.matchAll(PATTERN), ([, pattern]) => pattern!);
/** All other names of a query, those of labels included. */
const namesIn = (query: string): string[] =>
  query.replace(PATTERN, '').match(/\b(?:workflow|gen_ai|nodejs|error)_\w+/g) ?? [];

/** The ends that Prometheus adds to names that come by OTLP. */
const SUFFIXES: Record<string, string> = { s: 'seconds', By: 'bytes' };
const plain = (name: string): string => name.replace(/\(_\w+\)\?/, '');
const withoutEnd = (name: string): string => name.replace(/_(?:bucket|sum|count|total)$/, '');
const labelsOf = (pattern: string): string[] =>
  [...emitted].flatMap(([name, labels]) => (new RegExp(`^${pattern}$`).test(name) ? ['__name__', ...labels] : []));

/** All metrics once, each with all its attributes, as Prometheus reads them. */
async function emitAll(): Promise<string> {
  const collected = collectTelemetry();
  const meters = new Meters();
  for (const [name, { kind, attributes }] of Object.entries(METRICS)) {
    const values = Object.fromEntries(attributes.map((attribute) => [attribute, 'x']));
    if (kind === 'counter') meters.count(name as MetricName<'counter'>, values);
    if (kind === 'histogram') meters.record(name as MetricName<'histogram'>, 1, values);
  }
  const stop = meters.observe({
    liveRuns: () => 1,
    busyRuns: () => 1,
    runningSteps: () => 1,
    waitingSteps: () => 1,
    oldestStepAt: () => null,
    nextDueAt: async () => null,
    now: () => 0,
  });
  const text = await collected.prometheus();
  stop();
  return text;
}
