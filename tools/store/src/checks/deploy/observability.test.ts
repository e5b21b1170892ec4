// Compares deploy/observability with the metrics and labels that the processes export.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { paymentProblems, webhookOutcomes } from '@rangavalli/contracts/entities/payments-admin';
import { baseConfig } from '@rangavalli/service-kit/config';
import { register } from '@rangavalli/service-kit/health/metrics';
import { ROOT } from '../../paths.js';
import { processesOf } from '../../processes.js';
import { findPromtool, hasPromtool } from '../../provision/promtool.js';
import { slices } from '../../setup/workspaces.js';
import { buildContext } from '../../testing/build-context.js';
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
  annotations: { summary: string; runbook_url?: string; range?: string; link?: string };
}
interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; w: number };
  targets?: { expr: string; legendFormat: string }[];
}

const { groups } = readYaml(`${FOLDER}/rules.yml`) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
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
  outcome: ['ok', 'refused', 'error', 'dead', ...webhookOutcomes],
  phase: ['opening', 'paid', 'confirmed', 'refunding'],
  state: ['awaiting_approval', 'requested', 'failed'],
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
  // Of kube-state-metrics.
  for (const name of ['kube_cronjob_status_last_successful_time', 'kube_cronjob_created'])
    exported.set(name, ['namespace', 'cronjob']);
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

it('counts the same requests for a canary as for the alert CallsFail: no probes, no metrics', () => {
  const { query } = (
    readYaml('deploy/kubernetes/namespace/error-rate.yaml') as {
      spec: { metrics: { provider: { prometheus: { query: string } } }[] };
    }
  ).spec.metrics[0]!.provider.prometheus;
  const text = query.replaceAll('{{args.slice}}', 'order').replaceAll('{{args.revision}}', '5d8f');
  expect(findErrors(text, [])).toEqual([]);
  const routesOf = (expr: string) =>
    parsePromql(expr).selectors.map(({ matchers }) => matchers.find(({ label }) => label === 'route'));
  const alerted = routesOf(rules.find(({ alert }) => alert === 'CallsFail')!.expr)[0];
  expect(alerted).toMatchObject({ operator: '!~', value: '/health/.*|/metrics' });
  expect(routesOf(text)).toEqual([alerted, alerted]);
});

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

/** Anchors as GitHub makes them of headings. */
const anchors = [...read('docs/operations.md').matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
);

it.each(rules.map((rule) => [rule.alert, rule] as const))('alert %s links its section', (name, { annotations }) => {
  const [page, anchor = ''] = (annotations.runbook_url ?? '').split('#');
  expect(page).toMatch(/^https:\/\/.*\/docs\/operations\.md$/);
  expect(anchors).toContain(anchor);
  expect(anchor).toBe(name.toLowerCase());
});

it('PaidOrderStuck covers each phase after which an order is to be placed', async () => {
  const { placeablePhases } = await built('services/order/dist/store/order-state.js');
  const { expr } = rules.find(({ alert }) => alert === 'PaidOrderStuck')!;
  expect(parsePromql(expr).selectors.map(({ matchers }) => matchers)).toEqual([
    [{ label: 'phase', operator: '=~', value: (placeablePhases as string[]).join('|') }],
  ]);
});

it('alerts about money have a period, or a problem of payments of any age, and a link to them', () => {
  const money = groups.find(({ name }) => name === 'rangavalli-money')?.rules ?? [];
  expect(money.map(({ alert }) => alert)).toEqual(
    expect.arrayContaining(['ChargedWithoutOrder', 'OrderWithoutMoney', 'RefundStuck', 'WebhooksSilent']),
  );
  const alsoOfMoney = rules.filter(({ alert }) => ['OutboxWaits', 'PaidOrderStuck'].includes(alert));
  expect(alsoOfMoney).toHaveLength(2);
  // A return may be refunded long after its payment.
  const ofAnyAge = new Map([
    ['RefundStuck', 'refund_pending'],
    ['RefundFailed', 'refund_failed'],
  ]);
  for (const { alert, annotations } of [...money, ...alsoOfMoney]) {
    const unfinished = ofAnyAge.get(alert);
    if (unfinished) {
      expect(annotations.link).toBe(`{{ $externalLabels.shop }}/admin/payments?view=all&problem=${unfinished}`);
      expect(annotations).not.toHaveProperty('range');
      continue;
    }
    const [start = ''] = /\{\{ range query "[^"]+" \}\}.*\{\{ end \}\}/.exec(annotations.range ?? '') ?? [];
    expect([alert, start]).toEqual([alert, expect.stringContaining('Format "2006-01-02"')]);
    // Prometheus' label `shop` is the shop's address.
    const [, problem = ''] = /&problem=(\w+)/.exec(annotations.link ?? '') ?? [];
    const view = `view=all${problem && `&problem=${problem}`}`;
    expect(annotations.link).toBe(`{{ $externalLabels.shop }}/admin/payments?${view}&from=${start}`);
    expect([...paymentProblems, '']).toContain(problem);
  }
  // A charge that stays unresolved stays in the list.
  for (const name of ['ChargedWithoutOrder', 'CapturesUnchecked', 'OrderWithoutMoney'])
    expect([name, money.find(({ alert }) => alert === name)?.annotations.range]).toEqual([
      name,
      expect.stringContaining('30 * 86400'),
    ]);
});

(hasPromtool() ? it : it.skip)(
  'the alerts of rules.test.yml fire, and no others',
  async () => {
    const { stdout, stderr } = spawnSync(await findPromtool(), ['test', 'rules', 'rules.test.yml'], {
      cwd: path.join(ROOT, FOLDER),
      encoding: 'utf8',
    });
    expect(stdout + stderr).toMatch(/^Unit Testing: {2}rules\.test\.yml\n\s*SUCCESS\s*$/);
  },
  120_000,
);

it('each alert fires in a case of rules.test.yml, with every annotation', () => {
  interface Case {
    alertname: string;
    exp_alerts: { exp_annotations: object }[];
  }
  const { tests } = readYaml(`${FOLDER}/rules.test.yml`) as { tests: { alert_rule_test: Case[] }[] };
  const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const known = rules.map(({ alert }) => alert);
  expect(cases.map(({ alertname }) => alertname).filter((name) => !known.includes(name))).toEqual([]);
  const firing = new Set(cases.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname));
  expect(known.filter((name) => !firing.has(name))).toEqual([]);
  for (const { alertname, exp_alerts } of cases) {
    const rule = rules.find(({ alert }) => alert === alertname);
    for (const { exp_annotations } of exp_alerts)
      expect([alertname, Object.keys(exp_annotations)]).toEqual([alertname, Object.keys(rule?.annotations ?? {})]);
  }
});

it('a cluster gets rules, scrape job and dashboard with every overlay', () => {
  const { configMapGenerator = [] } = readYaml(`${FOLDER}/kustomization.yaml`) as {
    configMapGenerator?: { name: string; files: string[] }[];
  };
  expect(Object.fromEntries(configMapGenerator.map(({ name, files }) => [name, files]))).toEqual({
    'rangavalli-rules': ['rules.yml'],
    'rangavalli-scrape': ['scrape.yml=prometheus.kubernetes.yml'],
    'rangavalli-dashboard': ['dashboard.json'],
  });
});

it('the dashboard shows money that is not where it belongs', () => {
  const shown = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => parsePromql(expr).selectors.map(({ metric }) => metric)),
  );
  expect(shown).toEqual(
    expect.arrayContaining(['payment_captures_without_order', 'orders_without_money', 'payment_webhooks_total']),
  );
});

it('docs/operations.md has a section for each alert, and no other', () => {
  const documented = [...read('docs/operations.md').matchAll(/^### (\w+)$/gm)].map((match) => match[1]);
  expect(documented.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

it('docs/operations.md lists every metric that the code defines, with its labels, and no other', () => {
  const [, section = ''] = /^## Metrics\n(.*?)^## /ms.exec(read('docs/operations.md')) ?? [];
  const cells = [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell.replace(/ by `.*/, ''));
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)(?:\{(.+?)\})?`/g)]);
  const defined = (register.getMetricsAsArray() as unknown as Defined[]).filter(
    ({ name }) => !/^(process|nodejs)_/.test(name) || name === 'process_release_info',
  );
  expect(documented.map(([, name]) => name).toSorted()).toEqual(defined.map(({ name }) => name).toSorted());
  const withLabels = documented.filter(([, , labels]) => labels !== undefined);
  const labelsOf = (name: string) => defined.find((metric) => metric.name === name)?.labelNames.toSorted();
  expect(withLabels.map(([, name, labels]) => [name, labels?.split(', ').toSorted()])).toEqual(
    withLabels.map(([, name = '']) => [name, labelsOf(name)]),
  );
});

it('targets.mjs lists the processes of npm start that export metrics', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'targets-'));
  const definitions = processesOf(buildContext());
  const entries = definitions.map(({ name, role, address, internalAddress }) => [
    name,
    { role, address, internal: internalAddress },
  ]);
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify({ processes: Object.fromEntries(entries) }));
  const script = path.join(ROOT, FOLDER, 'targets.mjs');
  const { stdout } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const targets = JSON.parse(stdout) as { targets: string[]; labels: { job: string } }[];
  expect([...new Set(targets.map(({ labels }) => labels.job))].toSorted()).toEqual(jobs.toSorted());
  const gateway = definitions.find(({ name }) => name === 'gateway')!;
  expect(targets.find(({ labels }) => labels.job === 'gateway')?.targets).toEqual([
    new URL(gateway.internalAddress!).host,
  ]);
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
