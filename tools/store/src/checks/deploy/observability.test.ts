// Compares deploy/observability with the metrics and labels that the processes export.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { baseConfig } from '@rangavalli/service-kit/config';
import { register } from '@rangavalli/service-kit/health/metrics';
import { ROOT } from '../../paths.js';
import { slices } from '../../setup/workspaces.js';
import { imageEnv, read, readYaml } from './slices.js';

const FOLDER = 'deploy/observability';

/** One `metric{label="value"}` of an expression. */
interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

interface Named {
  selectors: Selector[];
  /** Labels that it groups or joins by. */
  groupings: string[];
}

/** Returns the metrics and labels of an expression. Throws an Error with the position where it is not PromQL. */
function parsePromql(expression: string): Named {
  const text = expression.replaceAll('$__rate_interval', '5m'); // Grafana's variable
  const named: Named = { selectors: [], groupings: [] };
  let matcher: Selector['matchers'][number] | undefined;
  parser.parse(text).iterate({
    enter(node) {
      const source = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${text}`);
      if (node.name === 'VectorSelector') named.selectors.push({ metric: '', matchers: [] });
      const selector = named.selectors.at(-1);
      const parent = node.node.parent?.name;
      if (node.name === 'Identifier' && parent === 'VectorSelector' && selector) selector.metric = source;
      if (node.name === 'LabelName' && parent === 'GroupingLabels') named.groupings.push(source);
      if (node.name === 'LabelName' && parent === 'UnquotedLabelMatcher')
        selector?.matchers.push((matcher = { label: source, operator: '', value: '' }));
      if (node.name === 'MatchOp' && matcher) matcher.operator = source;
      if (node.name === 'StringLiteral' && parent === 'UnquotedLabelMatcher' && matcher)
        matcher.value = source.slice(1, -1);
    },
  });
  return named;
}

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

/** Labels by metric; of a histogram, by each of its series. */
const exported = new Map<string, readonly string[]>();
/** The possible values of labels, where they are a closed set. */
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
  const { phases } = await built('services/order/dist/store/order-state.js');
  values['to'] = phases as string[];
}, 30_000);

/** Returns the errors of an expression and of the labels that an alert or panel uses of it. */
function findErrors(expr: string, used: string[]): string[] {
  const { selectors, groupings } = parsePromql(expr);
  const known = new Set(['job', 'instance', ...selectors.flatMap(({ metric }) => exported.get(metric) ?? [])]);
  const labels = [...groupings, ...used]
    .filter((label) => !known.has(label))
    .map((label) => `no label ${label}: ${expr}`);
  return [
    ...(selectors.length === 0 ? [`no metric: ${expr}`] : []),
    ...labels,
    ...selectors.flatMap(({ metric, matchers }) => {
      const own = exported.get(metric);
      if (!own) return [`not exported: ${metric}: ${expr}`];
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
  'alert %s uses exported metrics',
  (_name, { expr, labels, annotations }) => {
    expect(findErrors(expr, inBraces(annotations.summary, /\$labels\.(\w+)/g))).toEqual([]);
    expect(['critical', 'warning']).toContain(labels.severity);
  },
);

it.each(panels.map((panel) => [panel.title, panel] as const))(
  'panel "%s" uses exported metrics',
  (_title, { targets = [], gridPos }) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(
      targets.flatMap(({ expr, legendFormat }) => findErrors(expr, inBraces(legendFormat, /\{\{(\w+)\}\}/g))),
    ).toEqual([]);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  },
);

it('finds unknown metrics, labels and values', () => {
  expect(findErrors('sum(rate(http_requests_total[5m]))', [])).toEqual([
    expect.stringContaining('not exported: http_requests_total'),
  ]);
  expect(findErrors('max by (slice) (nats_up)', [])).toEqual([expect.stringContaining('no label slice')]);
  expect(findErrors('max(checkout_unfinished{phase="payed"})', [])).toEqual([
    expect.stringContaining('phase is never payed'),
  ]);
  expect(() => findErrors('max(nats_up', [])).toThrow('not PromQL');
});

it('docs/operations.md has a section for each alert, and no other', () => {
  const documented = [...read('docs/operations.md').matchAll(/^### (\w+)$/gm)].map((match) => match[1]);
  expect(documented.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

it('Prometheus scrapes every process that exports metrics, with its slice as job', () => {
  const { scrape_configs: jobsOfCompose } = readYaml(`${FOLDER}/prometheus.yml`) as {
    scrape_configs: { dns_sd_configs?: { names: string[]; port: number }[] }[];
  };
  const found = Object.fromEntries(
    jobsOfCompose
      .flatMap(({ dns_sd_configs = [] }) => dns_sd_configs)
      .flatMap(({ names, port }) => names.map((name) => [name, port])),
  );
  // The port of the gateway's image is the one that visitors reach, which has no metrics.
  const ports = processes.map((slice) => [slice.name, Number(imageEnv(slice)['PORT'])] as const);
  expect(found).toEqual({ ...Object.fromEntries(ports), gateway: 3001 });
  const components = ['service', 'edge'];
  const cluster = read(`${FOLDER}/prometheus.kubernetes.yml`);
  expect(/component in \(([^)]*)\)/.exec(cluster)?.[1]?.split(',')).toEqual(components);
  const inNetwork = readYaml(`${FOLDER}/network.yaml`) as {
    spec: { podSelector: { matchExpressions: { values: string[] }[] } };
  };
  expect(inNetwork.spec.podSelector.matchExpressions[0]?.values).toEqual(components);
  const away = rules.find(({ alert }) => alert === 'SliceAway')?.expr ?? '';
  expect(inBraces(away, /job="(\w+)"/g).toSorted()).toEqual(jobs.toSorted());
});

it('in containers every process sends its traces to the trace store', () => {
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
