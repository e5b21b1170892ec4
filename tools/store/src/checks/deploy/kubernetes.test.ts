// Compares the files of deploy/kubernetes with the slices' code; needs no kubectl.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../paths.js';
import {
  clusterEnvironment,
  documents,
  files,
  FOLDER,
  kustomization,
  needsOwnImage,
  podOf,
  policies,
  refusedImages,
  settings,
  type Kustomization,
  type NetworkPolicy,
  type Pod,
} from './cluster.js';
import { checkEnvironment } from './configurations.js';
import { findAffectedSlices, slices } from '../../setup/workspaces.js';
import { imageEnv, packagesOf, read, readYaml } from './slices.js';

it.each(files)('%s is valid YAML that names existing files', (file) => {
  documents(file);
  if (!file.endsWith('kustomization.yaml')) return;
  const { resources = [], patches = [], configMapGenerator = [] } = readYaml(file) as Kustomization;
  const named = [
    ...resources,
    ...patches.flatMap((patch) => patch.path ?? []),
    ...configMapGenerator.flatMap((generator) => generator.files),
  ];
  expect(named.filter((name) => !existsSync(path.join(ROOT, path.dirname(file), name)))).toEqual([]);
});

describe.each(slices.map((slice) => [slice.name, slice] as const))('%s', (name, slice) => {
  const container = podOf(`slices/${name}`).containers[0]!;

  it('has a name, labels and an image of its own', () => {
    const { nameSuffix, labels, images, resources } = kustomization(`slices/${name}`);
    expect({ nameSuffix, labels, resources }).toMatchObject({
      nameSuffix: `-${name}`,
      resources: [slice.kind === 'remote' ? '../../base/remote' : '../../base/process'],
      labels: [{ pairs: { 'app.kubernetes.io/name': name }, includeSelectors: true }],
    });
    const component = { service: 'service', gateway: 'edge', shell: undefined, remote: undefined }[slice.kind];
    expect(labels?.[0]?.pairs['app.kubernetes.io/component']).toBe(component);
    // Pipelines replace this line with the image that they release.
    expect(read(`${FOLDER}/slices/${name}/kustomization.yaml`)).toMatch(/^ {2}- \{ name: slice, newName: .*\}$/m);
    expect(images?.[0]?.newName).toMatch(new RegExp(`rangavalli[-/]${name}$`));
  });

  it('has the port of its image', () => {
    const { ports } = podOf('base/process').containers[0]!;
    expect((container.ports ?? ports)?.[0]).toMatchObject({ containerPort: Number(imageEnv(slice)['PORT']) });
  });

  it('starts with its environment', async () => {
    const known = await checkEnvironment(slice, { ...imageEnv(slice), ...clusterEnvironment(slice) });
    const own = (container.env ?? []).map((variable) => variable.name);
    const others = own.filter((variable) => !known?.includes(variable) && variable !== 'NODE_OPTIONS');
    expect(known ? others : []).toEqual([]);
  });

  it('calls existing slices and uses secrets that deploy/README.md describes', () => {
    const hosts = (container.env ?? []).flatMap(({ value }) =>
      [...(value ?? '').matchAll(/http:\/\/rangavalli-([a-z-]+)/g)].map((match) => match[1] ?? ''),
    );
    expect(hosts.filter((host) => !slices.some((other) => other.name === host))).toEqual([]);
    const documented = read('deploy/README.md')
      .replaceAll('<service>', name)
      .replaceAll('<PROCESS>', name.toUpperCase());
    const secrets = (container.env ?? []).flatMap(({ valueFrom }) => (valueFrom ? [valueFrom.secretKeyRef] : []));
    expect(secrets.filter((secret) => !documented.includes(secret.name) || !documented.includes(secret.key))).toEqual(
      [],
    );
  });

  it('is built in CI when it or one of its packages changes, and not when another slice does', () => {
    for (const folder of [slice.folder, ...packagesOf(slice.folder)])
      expect(findAffectedSlices([`${folder}/src/main.ts`])).toContain(slice);
    const others = slices.filter((other) => other !== slice).map(({ folder }) => `${folder}/src/main.ts`);
    expect(findAffectedSlices([...others, 'docs/README.md'])).not.toContain(slice);
  });
});

it('builds every slice in CI when what all pods share changes, and one when its release is committed', () => {
  const overlays = readdirSync(path.join(ROOT, FOLDER, 'overlays')).map(
    (name) => `overlays/${name}/kustomization.yaml`,
  );
  for (const file of [...overlays, 'namespace/settings.yaml', 'base/process/rollout.yaml'])
    expect([file, findAffectedSlices([`${FOLDER}/${file}`])]).toEqual([file, slices]);
  const [, committed = ''] = /file="(deploy\S+)"/.exec(read('.github/workflows/slice.yml')) ?? [];
  expect(findAffectedSlices([committed.replace('$SLICE', 'order')]).map(({ name }) => name)).toEqual(['order']);
});

it('probes the gateway at its internal port, which neither its Service nor its network policy has', () => {
  const { containers } = podOf('slices/gateway');
  const [{ env = [], ports = [], ...probes } = {}] = containers;
  const internal = ports.find((port) => (port as { name?: string }).name === 'internal');
  expect(internal?.containerPort).toBe(Number(env.find(({ name }) => name === 'INTERNAL_PORT')?.value));
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
    expect((probes as Record<string, { httpGet: { port: string } }>)[probe]?.httpGet.port).toBe('internal');
  const policy = read(`${FOLDER}/slices/gateway/network.yaml`) + read(`${FOLDER}/base/process/service.yaml`);
  expect(policy).not.toMatch(/internal|3001/);
});

it('gives the private identity key to the gateway only', () => {
  const holders = slices.filter(({ name }) =>
    podOf(`slices/${name}`).containers.some(({ env = [] }) => env.some((one) => one.name === 'IDENTITY_PRIVATE_KEY')),
  );
  expect(holders.map(({ name }) => name)).toEqual(['gateway']);
});

it('gives the data key to the user service only, and previous values only during a rotation', () => {
  const variables = slices.flatMap(({ name }) =>
    podOf(`slices/${name}`).containers.flatMap(({ env = [] }) => env.map((variable) => ({ of: name, ...variable }))),
  );
  expect(variables.filter(({ name }) => name === 'DATA_KEY').map(({ of }) => of)).toEqual(['user']);
  const previous = variables.filter(({ name }) => name.endsWith('_PREVIOUS') || name === 'SIGNING_KEYS_SINCE');
  expect(previous.map(({ of, name }) => `${of} ${name}`).toSorted()).toEqual([
    'fulfilment DELHIVERY_WEBHOOK_KEY_PREVIOUS',
    'fulfilment SHIPROCKET_WEBHOOK_KEY_PREVIOUS',
    'gateway CHALLENGE_SECRET_PREVIOUS',
    'gateway SHELL_API_KEY_PREVIOUS',
    'notification WHATSAPP_APP_SECRET_PREVIOUS',
    'payment RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
    'user DATA_KEY_PREVIOUS',
    'user SIGNING_KEYS_SINCE',
  ]);
  for (const { valueFrom } of previous) expect(valueFrom?.secretKeyRef.optional).toBe(true);
});

it('admits the pods of every slice only with an image of this repository', () => {
  const { labels: [common] = [] } = kustomization('base/process');
  for (const { name } of slices) {
    const { labels: [own] = [] } = kustomization(`slices/${name}`);
    expect([name, needsOwnImage({ ...common?.pairs, ...own?.pairs })]).toEqual([name, true]);
  }
  const nats = documents(`${FOLDER}/nats/nats.yaml`).find(({ kind }) => kind === 'StatefulSet')!;
  expect(needsOwnImage(nats.spec.template.metadata.labels)).toBe(false);
});

describe('the admission policy for images', () => {
  const own = 'ghcr.io/shop/rangavalli-order@sha256:12';
  const other = 'docker.io/library/other:1';
  const order = { 'app.kubernetes.io/name': 'order', 'app.kubernetes.io/part-of': 'rangavalli' };

  it('checks the containers of every kind, and admits those of the mesh', () => {
    const mesh = [{ image: 'cr.l5d.io/linkerd/proxy:edge-25.8.1' }];
    expect(refusedImages(order, { containers: [{ image: own }], initContainers: mesh })).toEqual([]);
    for (const list of ['containers', 'initContainers', 'ephemeralContainers'])
      expect([list, refusedImages(order, { initContainers: mesh, [list]: [{ image: other }] })]).toEqual([
        list,
        [other],
      ]);
    expect(refusedImages(order, { containers: [{ image: 'ghcr.io/shop/rangavalli-order:latest' }] })).toHaveLength(1);
  });

  it('needs no label, and no label admits any image', () => {
    const labelled: Record<string, string>[] = [{}, { app: 'other' }, { 'app.kubernetes.io/name': 'nats' }];
    for (const labels of labelled)
      expect([labels, refusedImages(labels, { containers: [{ image: other }] })]).toEqual([labels, [other]]);
    expect(needsOwnImage({})).toBe(true);
  });

  it('admits every other pod of the store', () => {
    interface Template {
      metadata: { labels: Record<string, string> };
      spec: Pod;
    }
    interface Workload {
      template?: Template;
      jobTemplate?: { spec: { template: Template } };
    }
    const templates = files
      .filter((file) => !/\/(base|slices)\//.test(file))
      .flatMap(documents)
      .filter(({ kind }) => /^(Deployment|StatefulSet|CronJob|Job)$/.test(kind))
      .map(({ metadata, spec }) => {
        const { template, jobTemplate } = spec as unknown as Workload;
        return [metadata.name, template ?? jobTemplate!.spec.template] as const;
      });
    expect(templates).toHaveLength(5);
    for (const [name, { metadata, spec }] of templates)
      expect([name, refusedImages(metadata.labels, spec)]).toEqual([name, []]);
  });
});

it('the shell and the remotes read the same release store, which holds the files of their other releases', () => {
  interface Mounts {
    containers: { env?: { name: string; value?: string }[]; volumeMounts?: { name: string; mountPath: string }[] }[];
    volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  }
  const ofRemotes = documents(`${FOLDER}/base/remote/releases.yaml`)[0]!.spec.template.spec;
  for (const pod of [ofRemotes, podOf('slices/shell')] as unknown as Mounts[]) {
    const { env = [], volumeMounts = [] } = pod.containers[0]!;
    const place = env.find(({ name }) => name === 'RELEASE_STORE')?.value;
    const mount = volumeMounts.find(({ mountPath }) => mountPath === place);
    const volume = pod.volumes?.find(({ name }) => name === mount?.name);
    expect([place, volume?.persistentVolumeClaim?.claimName]).toEqual(['/releases', 'rangavalli-releases']);
  }
});

it('verifies where an image comes from before it is deployed', () => {
  const workflow = read('.github/workflows/slice.yml');
  const verified = workflow.indexOf('gh attestation verify');
  expect(verified).toBeGreaterThan(workflow.indexOf('deploy:'));
  expect(verified).toBeLessThan(workflow.indexOf('git commit'));
  expect(verified).toBeLessThan(workflow.indexOf('kubectl apply'));
  expect(workflow).toMatch(/attest-build-provenance@[0-9a-f]{40}/);
});

it('denies all traffic that no policy allows, and allows egress to known ports only', () => {
  expect(policies['rangavalli-default-deny']).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const { egress: inside = [] } = policies['rangavalli-inside'] ?? {};
  expect(inside[0]).toEqual({ to: [{ podSelector: {} }] });
  const portsTo = (name: string) =>
    (policies[name]?.egress ?? []).map(({ to = [], ports = [] }) => ({ to, ports: ports.map(({ port }) => port) }));
  const namespace = (name: string) => [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } }];
  expect(portsTo('rangavalli-inside').slice(1)).toEqual([{ to: namespace('kube-system'), ports: [53, 53] }]);
  expect(portsTo('rangavalli-mesh')).toEqual([{ to: namespace('linkerd'), ports: [8080, 8086, 8090] }]);
  expect(portsTo('rangavalli-outside')).toEqual([{ to: [], ports: [27017, 443, 465, 587] }]);
  expect(policies['rangavalli-outside']?.podSelector).toEqual({
    matchLabels: { 'app.kubernetes.io/component': 'service' },
  });
  expect(Object.keys(policies)).toHaveLength(5);
});

it("lets the Gateway's proxies reach the pods that obtain its certificate", () => {
  const { podSelector, ingress = [], policyTypes } = policies['rangavalli-acme']!;
  expect(podSelector).toEqual({ matchLabels: { 'acme.cert-manager.io/http01-solver': 'true' } });
  expect(policyTypes).toEqual(['Ingress']);
  const { from: proxies } = (documents(`${FOLDER}/slices/gateway/network.yaml`)[0]!.spec as unknown as NetworkPolicy)
    .ingress![0]!;
  expect(ingress.map(({ from }) => from)).toEqual([[proxies![0]]]);
  expect(ingress[0]?.ports?.map(({ port }) => port)).toEqual([8089, 4143]);
});

it('encrypts connections inside the cluster, and refuses others', () => {
  const { annotations } = documents(`${FOLDER}/namespace/namespace.yaml`)[0]!.metadata;
  expect(annotations).toMatchObject({
    'linkerd.io/inject': 'enabled',
    'config.linkerd.io/default-inbound-policy': 'all-authenticated',
  });
  const nats = documents(`${FOLDER}/nats/nats.yaml`).find(({ kind }) => kind === 'StatefulSet')!.spec.template.spec;
  const ports = (nats.containers[0]?.ports ?? []) as { name?: string; containerPort?: number }[];
  const served = ports.filter(({ name }) => name !== 'monitor').map(({ containerPort }) => String(containerPort));
  expect(annotations?.['config.linkerd.io/opaque-ports']?.split(',')).toEqual([...served, '27017']);
  // Linkerd connects to opaque ports at a port of its own.
  const { ingress = [] } = documents(`${FOLDER}/nats/network.yaml`)[0]!.spec as unknown as NetworkPolicy;
  expect(ingress.map((rule) => rule.ports?.map(({ port }) => port))).toEqual([
    ['client', 4143],
    ['cluster', 4143],
  ]);
});

it('ends TLS for visitors with a trusted certificate, modern versions and ciphers', () => {
  const edge = documents(`${FOLDER}/namespace/edge.yaml`);
  const specOf = (kind: string) => edge.find((resource) => resource.kind === kind)!.spec as unknown;
  const { minVersion, ciphers } = (specOf('ClientTrafficPolicy') as { tls: { minVersion: string; ciphers: string[] } })
    .tls;
  expect(minVersion).toBe('1.2');
  expect(ciphers.length).toBeGreaterThan(3);
  expect(ciphers.filter((cipher) => !/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM-SHA\d+|CHACHA20-POLY1305)$/.test(cipher))).toEqual(
    [],
  );
  const { metadata } = edge.find(({ kind }) => kind === 'Gateway')!;
  expect(documents(`${FOLDER}/cluster/issuer.yaml`)[0]!.metadata.name).toBe(
    metadata.annotations?.['cert-manager.io/cluster-issuer'],
  );
  expect(specOf('EnvoyProxy')).toMatchObject({ routingType: 'Service' });
});

it("shows the gateway the visitor's address, and none that the visitor chooses", () => {
  const edge = documents(`${FOLDER}/namespace/edge.yaml`);
  const specOf = (kind: string) => edge.find((resource) => resource.kind === kind)!.spec as unknown;
  const { listeners } = specOf('Gateway') as { listeners: { port: number }[] };
  const skipped = listeners.map(({ port }) => port + 10_000).join(',');
  expect(specOf('EnvoyProxy')).toMatchObject({
    provider: {
      kubernetes: {
        envoyDeployment: { pod: { annotations: { 'config.linkerd.io/skip-inbound-ports': skipped } } },
        envoyService: { externalTrafficPolicy: 'Local' },
      },
    },
  });
  // Envoy appends the address of its peer, which the gateway takes as the visitor's.
  expect(specOf('ClientTrafficPolicy')).not.toHaveProperty('clientIPDetection');
  expect(settings['TRUST_PROXY']).toBe('true');
  const { ingress = [] } = documents(`${FOLDER}/slices/gateway/network.yaml`)[0]!.spec as unknown as NetworkPolicy;
  expect(ingress.map(({ from }) => from)).toEqual([
    [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'envoy-gateway-system' } } },
      { podSelector: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: ['shell'] }] } },
    ],
  ]);
});

interface Route {
  parentRefs: { sectionName: string }[];
  rules: {
    matches: { path: { value: string } }[];
    backendRefs?: object[];
    timeouts?: { request?: string };
    filters?: { type: string }[];
  }[];
}
const routes = documents(`${FOLDER}/namespace/edge.yaml`)
  .filter(({ kind }) => kind === 'HTTPRoute')
  .map(({ spec }) => spec as unknown as Route);

it('leaves deadlines to the gateway, and ends the connection of a visitor who neither reads nor sends', () => {
  const forwarding = routes.flatMap(({ rules }) => rules).filter(({ backendRefs }) => backendRefs);
  expect(forwarding.map(({ timeouts }) => timeouts)).toEqual([{ request: '0s' }, { request: '0s' }]);
  const policy = documents(`${FOLDER}/namespace/edge.yaml`).find(({ kind }) => kind === 'ClientTrafficPolicy')!;
  expect(policy.spec).toMatchObject({ timeout: { http: { streamIdleTimeout: '5m' } } });
});

it("reads a canary's error rate from the Prometheus that deploy/README.md describes", () => {
  const { metrics } = documents(`${FOLDER}/namespace/error-rate.yaml`)[0]!.spec as unknown as {
    metrics: { provider: { prometheus: { address: string } } }[];
  };
  const { hostname, port } = new URL(metrics[0]!.provider.prometheus.address);
  const [service, namespace] = hostname.split('.');
  // As one sentence, however its lines are broken.
  expect(read('deploy/README.md').replaceAll(/\s+/g, ' ')).toContain(
    `Service must be \`${service}\`, port ${port}, in namespace \`${namespace}\``,
  );
});

it('redirects pages to https, and no calls', () => {
  const outcomes = Object.fromEntries(
    routes.map(({ parentRefs, rules }) => [
      parentRefs[0]!.sectionName,
      rules.map(({ matches, filters = [] }) => [matches[0]!.path.value, filters[0]?.type ?? 'forwarded']),
    ]),
  );
  expect(outcomes).toEqual({
    https: [['/', 'forwarded']],
    http: [
      ['/api', 'forwarded'],
      ['/', 'RequestRedirect'],
    ],
  });
});

it('each slice has one team, which reviews it and may change it', () => {
  const roles = documents(`${FOLDER}/namespace/teams.yaml`) as unknown as {
    kind: string;
    metadata: { name: string };
    rules?: { resourceNames?: string[]; verbs: string[] }[];
  }[];
  const owners = read('.github/CODEOWNERS');
  for (const { name, folder } of slices) {
    const teams = roles.filter(({ rules = [] }) =>
      rules.some(({ resourceNames = [] }) => resourceNames.includes(`rangavalli-${name}`)),
    );
    expect(teams.map(({ metadata }) => metadata.name)).toHaveLength(1);
    const team = teams[0]!.metadata.name.replace('rangavalli-team-', '');
    for (const path of [folder, `deploy/kubernetes/slices/${name}`])
      expect(owners).toContain(`\n/${path}/ @rangavalli/${team}\n`);
  }
  const changing = roles.flatMap(({ rules = [] }) => rules).filter(({ verbs }) => verbs.includes('patch'));
  expect(changing.filter(({ resourceNames = [] }) => resourceNames.length === 0)).toEqual([]);
});

it('every overlay has every slice', () => {
  const overlays = readdirSync(path.join(ROOT, FOLDER, 'overlays'));
  expect(overlays.toSorted()).toEqual(['one-machine', 'region', 'three-machines']);
  for (const overlay of overlays)
    expect(kustomization(`overlays/${overlay}`).resources?.toSorted()).toEqual([
      '../../../observability',
      '../../alerts',
      '../../mongo',
      '../../namespace',
      '../../nats',
      '../../slices',
    ]);
  expect(kustomization('slices').resources?.toSorted()).toEqual(slices.map(({ name }) => name).toSorted());
});

it('the restore drill has a user that may replay operations, and no other database has one', () => {
  interface Database {
    security: { roles?: { role: string; privileges: object[] }[] };
    users: { name: string; roles: { name: string }[] }[];
  }
  const specOf = (file: string, index = 0) => documents(`${FOLDER}/${file}`)[index]!.spec as unknown;
  const drill = specOf('drill/mongo.yaml') as Database;
  const [role] = drill.security.roles ?? [];
  expect(role?.privileges).toEqual([{ resource: { anyResource: true }, actions: ['anyAction'] }]);
  const [user] = drill.users;
  expect(user?.roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['restore', role?.role]));
  expect((specOf('mongo/mongo.yaml') as Database).security.roles).toBeUndefined();
  const restore = documents(`${FOLDER}/drill/restore.yaml`)[0]!.spec.template.spec;
  const secrets = (restore.containers[0]?.env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef.name);
  // As the operator names them: database, authentication database, user.
  expect(secrets).toEqual(['rangavalli-mongo-admin-backup', `drill-admin-${user?.name}`, undefined]);
  expect(kustomization('drill').resources).toEqual(['mongo.yaml', 'restore.yaml']);
});

describe('with an address as the MongoDB operator writes it', () => {
  /** Of the programs, and in place of /backup. */
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'mongo-tools-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const addressOf = (name: string) =>
    `mongodb://backup:secret@${name}-0.svc:27017,${name}-1.svc:27017/admin?replicaSet=${name}&ssl=false`;
  const program = (name: string, script: string) =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  /** As the tools of MongoDB: a database in the address is the only one that is dumped or restored. */
  const tool = (name: string, script: string) =>
    program(
      name,
      `case "$1" in
        --uri=mongodb://*@*/\\?replicaSet=*"&authSource=admin") ${script} ;;
        *) echo "oplog mode only supported on full dumps: $1" >&2; exit 1 ;;
      esac`,
    );
  const run = ({ args = [] }: Pod['containers'][number], env: Record<string, string> = {}): string =>
    execFileSync('bash', ['--norc', '-euc', args[0]!.replaceAll('/backup', folder)], {
      env: { PATH: `${folder}:${process.env['PATH']}`, URI: addressOf('shop'), ...env },
      encoding: 'utf8',
    });

  it('the backup dumps all databases with the operations made meanwhile', () => {
    tool('mongodump', 'for last; do :; done; echo "$@" > "${last#--archive=}"');
    const { spec } = documents(`${FOLDER}/mongo/backup.yaml`).find(({ kind }) => kind === 'CronJob') as unknown as {
      spec: { jobTemplate: { spec: { template: { spec: Pod } } } };
    };
    run(spec.jobTemplate.spec.template.spec.containers[0]!);
    const [archive, ...others] = readdirSync(folder).filter((name) => name !== 'mongodump');
    expect([archive, others]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.archive\.gz$/), []]);
    expect(readFileSync(path.join(folder, archive!), 'utf8')).toContain(' --oplog ');
  });

  it('the restore drill compares the newest restored order in both databases', () => {
    writeFileSync(path.join(folder, '1.archive.gz'), '');
    tool('mongorestore', 'case "$*" in *" --oplogReplay "*) ;; *) exit 1 ;; esac');
    program(
      'mongosh',
      `case "$3 $4" in
        *toHexString*) [ "$2" = "$DRILL_URI" ] && echo 5f1 ;;
        *countDocuments*) echo "counts of $2" ;;
        *"findOne(ObjectId('5f1'))"*) echo order ;;
      esac`,
    );
    const restore = documents(`${FOLDER}/drill/restore.yaml`)[0]!.spec.template.spec.containers[0]!;
    const output = run(restore, { DRILL_URI: addressOf('drill') });
    const [restored, ofShop, hash, ofDrill, other] = output.split('\n');
    expect(restored).toMatch(/^restored \S+\/1\.archive\.gz in \d+ s$/);
    expect([ofShop, ofDrill]).toEqual([`counts of ${addressOf('shop')}`, `counts of ${addressOf('drill')}`]);
    expect(hash).toMatch(/^[0-9a-f]{64}/);
    expect(other).toBe(hash);
  });
});

it('no container runs as root or writes to its image, and each has probes and a memory limit', () => {
  const nats = documents(`${FOLDER}/nats/nats.yaml`).find(({ kind }) => kind === 'StatefulSet')!.spec.template.spec;
  for (const pod of [podOf('base/process'), nats]) {
    expect(pod.securityContext?.runAsNonRoot).toBe(true);
    expect(pod.containers[0]).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { limits: { memory: expect.any(String) as string } },
      livenessProbe: expect.anything() as object,
      readinessProbe: expect.anything() as object,
    });
  }
  // A request may take 30 s, and the preStop hook takes 5 s.
  expect(podOf('base/process').terminationGracePeriodSeconds).toBeGreaterThan(35);
});

it('workflows pin every action to a commit', () => {
  const workflows = readdirSync(path.join(ROOT, '.github/workflows')).map((file) => read(`.github/workflows/${file}`));
  const used = workflows.flatMap((text) => [...text.matchAll(/uses: (\S+)/g)].map((match) => match[1] ?? ''));
  expect(used.filter((action) => !action.startsWith('./') && !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});
