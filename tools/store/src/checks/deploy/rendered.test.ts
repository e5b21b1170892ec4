// Checks what `kubectl kustomize` makes of deploy/kubernetes: every name leads to something. On machines without
// kubectl only the files are checked (kubernetes.test.ts); in CI it must be there.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../../paths.js';
import { slices } from '../../setup/workspaces.js';
import { documents, files, FOLDER, type Labels, needsOwnImage, type NetworkPolicy, type Pod } from './cluster.js';
import { findBuiltInMistakes, isBuiltIn } from './built-in-kinds.js';
import { customResources } from './custom-resources.js';

interface Rendered {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec?: unknown;
}

const typeOf = ({ apiVersion, kind }: Pick<Rendered, 'apiVersion' | 'kind'>): string => `${apiVersion} ${kind}`;

/** Returns the mistakes of rendered resources, built-in and custom ones. */
const findMistakes = (resources: readonly Rendered[]): string[] => [
  ...findBuiltInMistakes(resources),
  ...resources.flatMap(findCustomMistakes),
];

function findCustomMistakes(resource: Rendered): string[] {
  if (isBuiltIn(resource)) return [];
  const schema = customResources[typeOf(resource)];
  if (!schema) return [`${typeOf(resource)} has no schema`];
  const { error } = schema.safeParse(resource);
  return error ? [`${typeOf(resource)} ${resource.metadata.name}: ${z.prettifyError(error)}`] : [];
}

it('custom resources have only fields that their definitions have', () => {
  const resources = files
    .filter((file) => !file.endsWith('kustomization.yaml') && !/\/slices\/|\/names\.yaml|releases\.yaml/.test(file))
    .flatMap((file) => documents(file) as unknown as Rendered[]);
  expect(resources.flatMap(findCustomMistakes)).toEqual([]);
  // A schema that nothing uses is not checked.
  expect([...new Set(resources.map(typeOf))]).toEqual(expect.arrayContaining(Object.keys(customResources)));
  const [rollout] = resources.filter(({ kind }) => kind === 'Rollout');
  expect(findCustomMistakes({ ...rollout!, spec: { ...(rollout!.spec as object), replica: 1 } })[0]).toContain(
    'replica',
  );
});

it('resources of built-in kinds have only fields that Kubernetes has', () => {
  const resources = files
    .filter((file) => !/kustomization\.yaml|\/names\.yaml/.test(file))
    .flatMap((file) => documents(file) as unknown as Rendered[]);
  const mongo = resources.find(({ kind }) => kind === 'MongoDBCommunity')?.spec as { statefulSet: { spec: unknown } };
  const merged = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'mongo' }, ...mongo.statefulSet };
  expect(resources.filter(isBuiltIn).length).toBeGreaterThan(40);
  expect(findBuiltInMistakes([...resources, merged], 'partial')).toEqual([]);
});

it('finds a misspelled field, a missing one and a value of another type', () => {
  const [deployment] = documents(`${FOLDER}/base/process/deployment.yaml`);
  const { livenessProbe, ...container } = deployment!.spec.template.spec.containers[0]!;
  const withContainer = (changed: object): Rendered => {
    const text = structuredClone(deployment) as unknown as Rendered & {
      spec: { template: { spec: { containers: object[] } } };
    };
    text.spec.template.spec.containers = [changed];
    return text;
  };
  const misspelled = withContainer({ ...container, livenesProbe: livenessProbe });
  for (const part of ['partial', 'complete'] as const)
    expect(findBuiltInMistakes([misspelled], part)).toEqual([
      expect.stringMatching(/^Deployment rangavalli: .*'livenesProbe' does not exist/),
    ]);
  const { name: _name, ...nameless } = container as { name?: string };
  expect(findBuiltInMistakes([withContainer(nameless)])[0]).toContain("'name' is missing");
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { ports: [{ port: '80' }] } };
  expect(findBuiltInMistakes([service])[0]).toContain("'string' is not assignable to type 'number'");
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const inCluster = hasKubectl || process.env['GITHUB_ACTIONS'] ? describe : describe.skip;

const render = (folder: string): Rendered[] =>
  parseAllDocuments(
    execFileSync('kubectl', ['kustomize', path.join(ROOT, FOLDER, folder)], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ).map((document) => document.toJS() as Rendered);

/** Returns the values at every `key` of a value. */
function valuesAt(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === key ? [one] : valuesAt(one, key)));
}
const namesAt = (resources: readonly Rendered[], key: string, field = 'name'): string[] =>
  resources.flatMap((resource) => valuesAt(resource, key)).map((one) => (one as Record<string, string>)[field] ?? '');

interface Role extends Pick<Rendered, 'kind' | 'metadata'> {
  rules?: { apiGroups: string[]; resources: string[]; verbs: string[]; resourceNames?: string[] }[];
  roleRef?: { kind: string; name: string };
  subjects?: { name: string }[];
}
interface Right {
  namespace: string | undefined;
  group: string;
  resource: string;
  name: string | undefined;
  verb: string;
}
const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '');
/** The name that the API server has for a kind. */
const pluralOf = (kind: string): string =>
  kind === 'MongoDBCommunity' ? 'mongodbcommunity' : `${kind.toLowerCase().replace(/(?<![aeiou])y$/, 'ie')}s`;
/** The group of each resource that the teams' roles name. */
const GROUPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['services', 'pods', 'pods/log', 'events', 'configmaps'].map((name) => [name, ''])),
  ...Object.fromEntries(['deployments', 'replicasets'].map((name) => [name, 'apps'])),
  ...Object.fromEntries(['rollouts', 'analysisruns'].map((name) => [name, 'argoproj.io'])),
  horizontalpodautoscalers: 'autoscaling',
  networkpolicies: 'networking.k8s.io',
  poddisruptionbudgets: 'policy',
};

inCluster.each(readdirSync(path.join(ROOT, FOLDER, 'overlays')))('overlay %s', (overlay) => {
  const all = render(`overlays/${overlay}`);
  const names = (kind: string): string[] =>
    all.filter((resource) => resource.kind === kind).map(({ metadata }) => metadata.name);

  it('has valid resources, each once, in the namespace', () => {
    expect(findMistakes(all)).toEqual([]);
    const ids = all.map((resource) => `${typeOf(resource)} ${resource.metadata.name}`);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const outside = all.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'rangavalli');
    expect(outside.map(({ kind, metadata }) => [kind, metadata.namespace, metadata.name])).toEqual(
      ['dashboard', 'rules', 'scrape'].map((name) => ['ConfigMap', 'monitoring', `rangavalli-${name}`]),
    );
  });

  it('scales and replaces the pods of every slice by its rollout', () => {
    const own = slices.map(({ name }) => `rangavalli-${name}`).toSorted();
    expect(names('Rollout').toSorted()).toEqual(own);
    expect(namesAt(all, 'workloadRef').toSorted()).toEqual(own);
    expect(namesAt(all, 'scaleTargetRef').toSorted()).toEqual(own);
    expect(names('Deployment')).toEqual(expect.arrayContaining(own));
    expect(new Set(all.flatMap((one) => valuesAt(one, 'templateName')))).toEqual(new Set(names('AnalysisTemplate')));
  });

  it("scales every slice by the CPU that its process uses of its request, without the mesh's container", () => {
    const containersOf = (name: string) => {
      const deployment = all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)!;
      return (deployment.spec as { template: { spec: Pod } }).template.spec.containers;
    };
    const autoscalers = all.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(autoscalers).toHaveLength(slices.length);
    for (const { metadata, spec } of autoscalers) {
      const [process] = containersOf(metadata.name);
      expect([metadata.name, (spec as { metrics: object[] }).metrics]).toEqual([
        metadata.name,
        [
          {
            type: 'ContainerResource',
            containerResource: {
              container: process!.name,
              name: 'cpu',
              target: { type: 'Utilization', averageUtilization: 70 },
            },
          },
        ],
      ]);
      expect(process!.resources?.requests).toHaveProperty('cpu');
    }
  });

  it('opens the port of the mesh beside every other port between its pods', () => {
    const policies = all.filter(({ kind }) => kind === 'NetworkPolicy');
    const rules = policies.flatMap(({ metadata: { name }, spec }) => {
      const { ingress = [], egress = [] } = spec as NetworkPolicy;
      return [
        ...ingress.map((rule) => ({ name, peers: rule.from, ports: rule.ports })),
        ...egress.map((rule) => ({ name, peers: rule.to, ports: rule.ports })),
      ];
    });
    // Linkerd's own pods and those of DNS are called at their ports; addresses outside the cluster have no selector.
    const between = rules.filter(
      ({ name, peers, ports }) => peers && ports && !/^rangavalli-(mesh|inside)$/.test(name),
    );
    expect(between.length).toBeGreaterThan(slices.length);
    expect(between.filter(({ ports }) => !ports!.some(({ port }) => port === 4143))).toEqual([]);
    expect(rules.filter(({ name, peers }) => !peers && !/-(outside|alertmanager|mongo)$/.test(name))).toEqual([]);
  });

  it('refers to secrets, settings, volumes and services that exist', () => {
    const created = all.flatMap((one) => valuesAt(one, 'target').map((target) => (target as { name: string }).name));
    // Of certificates, and of the database's users, whose addresses the operator writes.
    const others = [...names('Certificate').map((name) => `${name}-tls`), 'rangavalli-tls', 'rangavalli-nats-ca'];
    const secrets = new Set([...created, ...others, 'rangavalli-mongo-admin-backup']);
    const used = [
      ...['secretKeyRef', 'secretRef', 'passwordSecretRef'].flatMap((key) => namesAt(all, key)),
      ...namesAt(all, 'secret', 'secretName'),
    ];
    expect(used.filter((name) => !secrets.has(name))).toEqual([]);
    const settings = [...namesAt(all, 'configMap'), ...namesAt(all, 'configMapRef')];
    expect(settings.filter((name) => !names('ConfigMap').includes(name))).toEqual([]);
    const claims = namesAt(all, 'persistentVolumeClaim', 'claimName');
    expect(claims.filter((name) => !names('PersistentVolumeClaim').includes(name))).toEqual([]);
    const backends = all.flatMap((one) => valuesAt(one, 'backendRefs').flat() as { name: string }[]);
    expect(backends.filter(({ name }) => !names('Service').includes(name))).toEqual([]);
    expect(namesAt(all, 'roleRef').filter((name) => !names('Role').includes(name))).toEqual([]);
    const issuers = namesAt(all, 'issuerRef');
    expect(issuers.filter((name) => !names('Issuer').includes(name))).toEqual([]);
  });

  it('applies a slice by its label alone, and everything else by the lack of part-of', () => {
    const of = (name: string) => all.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === name);
    for (const { name } of slices)
      expect(
        of(name)
          .map(({ kind }) => kind)
          .toSorted(),
      ).toEqual([
        'Deployment',
        'HorizontalPodAutoscaler',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Rollout',
        'Service',
      ]);
    const shared = all.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/part-of'] !== 'rangavalli');
    expect(shared).toHaveLength(all.length - slices.length * 6);
  });

  it('admits the pods of every Deployment of a slice only with an image of this repository', () => {
    const templates = all.filter(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.labels?.['app.kubernetes.io/part-of'] === 'rangavalli',
    ) as unknown as { spec: { template: { metadata: { labels: Labels } } } }[];
    expect(templates).toHaveLength(slices.length);
    expect(templates.filter(({ spec }) => !needsOwnImage(spec.template.metadata.labels))).toEqual([]);
  });

  it('lets the platform team apply everything but the slices, and create these, and grant no more than it has', () => {
    const outside = documents(`${FOLDER}/cluster/platform.yaml`) as unknown as Role[];
    const roles = [...(all as unknown as Role[]), ...outside].filter(
      ({ kind, metadata }) => /^(Cluster)?Role$/.test(kind) && metadata.name === 'rangavalli-platform',
    );
    const bound = [...(all as unknown as Role[]), ...outside].filter(({ roleRef }) =>
      roles.some(({ kind, metadata }) => roleRef?.kind === kind && roleRef.name === metadata.name),
    );
    expect(bound.map(({ subjects }) => subjects?.map(({ name }) => name))).toEqual(
      roles.map(() => ['rangavalli-platform']),
    );
    const allows = (wanted: Right): boolean =>
      roles.some(
        ({ kind, metadata, rules = [] }) =>
          (kind === 'ClusterRole' || metadata.namespace === wanted.namespace) &&
          rules.some(
            ({ apiGroups, resources, verbs, resourceNames }) =>
              apiGroups.includes(wanted.group) &&
              resources.includes(wanted.resource) &&
              verbs.includes(wanted.verb) &&
              (!resourceNames || (wanted.verb !== 'create' && resourceNames.includes(wanted.name ?? ''))),
          ),
      );
    const denied = (rights: Right[]) => rights.filter((right) => !allows(right)).map((right) => Object.values(right));
    // The administrator creates the namespace.
    const applied = all.flatMap(({ apiVersion, kind, metadata: { name, namespace } }) =>
      ['get', 'patch', ...(kind === 'Namespace' ? [] : ['create'])].map((verb): Right => ({
        namespace,
        group: groupOf(apiVersion),
        resource: pluralOf(kind),
        name,
        verb,
      })),
    );
    expect(denied(applied)).toEqual([]);
    const granted = (all as unknown as Role[])
      .filter(({ kind }) => kind === 'Role')
      .flatMap(({ metadata: { namespace }, rules = [] }) =>
        rules.flatMap(({ apiGroups, resources, verbs, resourceNames }) =>
          resources.flatMap((resource) =>
            verbs.flatMap((verb) => {
              const group = apiGroups.find((each) => GROUPS[resource] === each);
              if (group === undefined || resource === 'pods/portforward') return [];
              return (resourceNames ?? [undefined]).map((name): Right => ({ namespace, group, resource, name, verb }));
            }),
          ),
        ),
      );
    expect(granted.length).toBeGreaterThan(50);
    expect(denied(granted)).toEqual([]);
  });

  it('gives NATS its permissions under a name that stays, so that servers read them again', () => {
    expect(names('ConfigMap')).toContain('rangavalli-nats-users');
    const users = all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'rangavalli-nats-users');
    expect(users?.data?.['users.conf']).toContain('user: order');
  });

  it('lets NATS use most of its volume, and no more than it has', () => {
    const nats = all.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'rangavalli-nats')!;
    const { template, volumeClaimTemplates } = nats.spec as {
      template: { spec: { containers: { env?: { name: string; value?: string }[] }[] } };
      volumeClaimTemplates: { spec: { resources: { requests: { storage: string } } } }[];
    };
    const limit = template.spec.containers[0]?.env?.find(({ name }) => name === 'MAX_FILE_STORE')?.value ?? '';
    const { storage } = volumeClaimTemplates[0]!.spec.resources.requests;
    expect([limit, storage]).toEqual([expect.stringMatching(/^\d+GiB$/), expect.stringMatching(/^\d+Gi$/)]);
    expect(parseInt(limit)).toBeGreaterThanOrEqual(0.75 * parseInt(storage));
    expect(parseInt(limit)).toBeLessThan(parseInt(storage));
    const text = JSON.stringify(all.filter(({ kind }) => kind === 'ConfigMap'));
    expect(text.match(/max_file_store: \S+?(?=\\n)/g)).toEqual(['max_file_store: $MAX_FILE_STORE']);
  });
});

inCluster('the cluster', () => {
  it('has valid resources, of a namespace only the rights in monitoring, and one policy for images', () => {
    const all = render('cluster');
    expect(findMistakes(all)).toEqual([]);
    const inNamespaces = all.filter(({ metadata }) => metadata.namespace !== undefined);
    expect(inNamespaces.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
      ['Role', 'monitoring'],
      ['RoleBinding', 'monitoring'],
    ]);
    const policy = JSON.stringify(all.find(({ kind }) => kind === 'ClusterPolicy'));
    expect(policy).toContain('.github/workflows/slice.yml@refs/heads/main');
  });
});
