// deploy/observability against what the processes really count: a metric that is renamed, or a label, fails here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { baseConfig } from '@rangavalli/service-kit/config';
import { register } from '@rangavalli/service-kit/health/metrics';
import { ROOT } from '../../paths.js';
import { readPromql } from './promql.js';
import { imageEnv, read, readYaml, slices } from './slices.js';

const FOLDER = 'deploy/observability';
interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; w: number };
  targets?: { expr: string; legendFormat: string }[];
}

const rules = (readYaml(`${FOLDER}/rules.yml`) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(readFileSync(path.join(ROOT, FOLDER, 'dashboard.json'), 'utf8')) as {
  uid: string;
  panels: Panel[];
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const processes = slices.filter(({ kind }) => kind === 'service' || kind === 'gateway');
const jobs = processes.map(({ name }) => name);

/** Labels by metric, as the code of all processes defines them; a histogram by each of its series. */
const exported = new Map<string, readonly string[]>();
/** The values that a label may have, where they are a closed set. */
const values: Record<string, readonly string[]> = {
  job: jobs,
  outcome: ['ok', 'refused', 'error', 'dead'],
  phase: ['opening', 'paid', 'refunding'],
  state: ['requested', 'failed'],
  alertstate: ['firing'],
};

interface Defined {
  name: string;
  type: string;
  labelNames: string[];
}
const built = async (file: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(path.join(ROOT, file)).href)) as Record<string, unknown>;

beforeAll(async () => {
  for (const { name, folder } of processes) await built(`${folder}/dist/${name}.service-definition.js`);
  for (const { name, type, labelNames } of register.getMetricsAsArray() as unknown as Defined[]) {
    if (type !== 'histogram') exported.set(name, labelNames);
    else
      for (const [suffix, more] of [
        ['_bucket', ['le']],
        ['_sum', []],
        ['_count', []],
      ] as const)
        exported.set(name + suffix, [...labelNames, ...more]);
  }
  exported.set('up', []).set('ALERTS', ['alertname', 'alertstate', 'severity']);
  const { phases } = await built('services/order/dist/orders/phases.js');
  values['to'] = phases as string[];
}, 30_000);

/** What is wrong with an expression, and with the labels that its reader uses. */
function faultsOf(expr: string, used: string[]): string[] {
  const { selectors, groupings } = readPromql(expr);
  const known = new Set(['job', 'instance', ...selectors.flatMap(({ metric }) => exported.get(metric) ?? [])]);
  const labels = [...groupings, ...used]
    .filter((label) => !known.has(label))
    .map((label) => `no label ${label}: ${expr}`);
  return [
    ...(selectors.length === 0 ? [`asks for nothing: ${expr}`] : []),
    ...labels,
    ...selectors.flatMap(({ metric, matchers }) => {
      const own = exported.get(metric);
      if (!own) return [`nobody exports ${metric}: ${expr}`];
      return matchers.flatMap(({ label, operator, value }) => {
        if (![...own, 'job', 'instance'].includes(label)) return [`${metric} has no label ${label}`];
        const possible = values[label];
        if (!possible || value.startsWith('$')) return [];
        const matches = operator.endsWith('~')
          ? possible.filter((one) => new RegExp(`^(?:${value})$`).test(one))
          : possible.filter((one) => one === value);
        return matches.length > 0 ? [] : [`${label} is never ${value}: ${expr}`];
      });
    }),
  ];
}

const inBraces = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

it.each(rules.map((rule) => [rule.alert, rule] as const))(
  'alert %s asks for what is exported',
  (_name, { expr, labels, annotations }) => {
    expect(faultsOf(expr, inBraces(annotations.summary, /\$labels\.(\w+)/g))).toEqual([]);
    expect(['critical', 'warning']).toContain(labels.severity);
  },
);

it.each(panels.map((panel) => [panel.title, panel] as const))(
  'panel "%s" asks for what is exported',
  (_title, { targets = [], gridPos }) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(
      targets.flatMap(({ expr, legendFormat }) => faultsOf(expr, inBraces(legendFormat, /\{\{(\w+)\}\}/g))),
    ).toEqual([]);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  },
);

it('finds what is wrong', () => {
  expect(faultsOf('sum(rate(http_requests_total[5m]))', [])).toEqual([
    expect.stringContaining('nobody exports http_requests_total'),
  ]);
  expect(faultsOf('max by (slice) (nats_up)', [])).toEqual([expect.stringContaining('no label slice')]);
  expect(faultsOf('max(checkout_unfinished{phase="payed"})', [])).toEqual([
    expect.stringContaining('phase is never payed'),
  ]);
  expect(() => faultsOf('max(nats_up', [])).toThrow('not PromQL');
});

it('every alert has its part in docs/operations.md, and that names no other', () => {
  const told = [...read('docs/operations.md').matchAll(/^### (\w+)$/gm)].map((match) => match[1]);
  expect(told.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

it('Prometheus finds every process that exports metrics, and says which slice it is', () => {
  const { scrape_configs: jobsOfCompose } = readYaml(`${FOLDER}/prometheus.yml`) as {
    scrape_configs: { dns_sd_configs?: { names: string[]; port: number }[] }[];
  };
  const found = Object.fromEntries(
    jobsOfCompose
      .flatMap(({ dns_sd_configs = [] }) => dns_sd_configs)
      .flatMap(({ names, port }) => names.map((name) => [name, port])),
  );
  expect(found).toEqual(Object.fromEntries(processes.map((slice) => [slice.name, Number(imageEnv(slice)['PORT'])])));
  const cluster = read(`${FOLDER}/prometheus.kubernetes.yml`);
  expect(/name in \(([^)]*)\)/.exec(cluster)?.[1]?.split(',').toSorted()).toEqual(jobs.toSorted());
  const inNetwork = readYaml(`${FOLDER}/network.yaml`) as {
    spec: { podSelector: { matchExpressions: { values: string[] }[] } };
  };
  expect(inNetwork.spec.podSelector.matchExpressions[0]?.values.toSorted()).toEqual(jobs.toSorted());
  const away = rules.find(({ alert }) => alert === 'SliceAway')?.expr ?? '';
  expect(inBraces(away, /job="(\w+)"/g).toSorted()).toEqual(jobs.toSorted());
});

it('in containers every process sends its traces to the store beside it', () => {
  const { services } = readYaml(`${FOLDER}/compose.yml`) as {
    services: Record<string, { environment?: Record<string, string>; image?: string }>;
  };
  const traced = Object.entries(services).filter(([, { environment }]) => environment?.['OTEL_EXPORTER_OTLP_ENDPOINT']);
  expect(traced.map(([name]) => name).toSorted()).toEqual(jobs.toSorted());
  for (const [, { environment }] of traced) {
    const endpoint =
      baseConfig.shape.OTEL_EXPORTER_OTLP_ENDPOINT.parse(environment?.['OTEL_EXPORTER_OTLP_ENDPOINT']) ?? '';
    expect(services).toHaveProperty(new URL(endpoint).hostname);
  }
});
