// Compares the files of deploy/kubernetes with the slices' code; needs no kubectl.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../paths.js';
import { containerSecrets } from '../../setup/container-secrets.js';
import { checkEnvironment } from './configurations.js';
import { findAffectedSlices, slices } from '../../setup/workspaces.js';
import { imageEnv, packagesOf, read, readYaml } from './slices.js';

const FOLDER = 'deploy/kubernetes';
interface Kustomization {
  nameSuffix?: string;
  resources?: string[];
  patches?: { path?: string }[];
  labels?: { pairs: Record<string, string>; includeSelectors?: boolean }[];
  images?: { name: string; newName: string }[];
  configMapGenerator?: { files: string[] }[];
}
interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}
interface Pod {
  securityContext?: { runAsNonRoot?: boolean };
  terminationGracePeriodSeconds?: number;
  containers: {
    image?: string;
    ports?: { containerPort?: number }[];
    env?: Variable[];
    securityContext?: object;
    resources?: { limits?: object };
    livenessProbe?: object;
    readinessProbe?: object;
  }[];
}
interface NetworkPort {
  port: number | string;
  protocol?: string;
}
interface NetworkPolicy {
  podSelector: object;
  policyTypes: string[];
  egress?: { to?: object[]; ports?: NetworkPort[] }[];
  ingress?: { from?: object[]; ports?: NetworkPort[] }[];
}
interface Resource {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec: { template: { spec: Pod } };
}

const documents = (file: string): Resource[] =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Resource;
  });
const files = readdirSync(path.join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => `${FOLDER}/${file}`);
const kustomization = (folder: string): Kustomization => readYaml(`${FOLDER}/${folder}/kustomization.yaml`);
const podOf = (folder: string): Pod => documents(`${FOLDER}/${folder}/deployment.yaml`)[0]!.spec.template.spec;
const policies = Object.fromEntries(
  documents(`${FOLDER}/namespace/network.yaml`).map(({ metadata, spec }) => [
    metadata.name,
    spec as unknown as NetworkPolicy,
  ]),
);
const settings = documents(`${FOLDER}/namespace/settings.yaml`)[0]!.data ?? {};

const secrets = containerSecrets();
const SAMPLES: Record<string, string> = {
  IDENTITY_PRIVATE_KEY: secrets['IDENTITY_PRIVATE_KEY'] ?? '',
  IDENTITY_PUBLIC_KEYS: secrets['IDENTITY_PUBLIC_KEYS'] ?? '',
  RELEASE_PUBLIC_KEYS: secrets['RELEASE_PUBLIC_KEYS'] ?? '',
  DATA_KEY: secrets['DATA_KEY'] ?? '',
  DATA_KEY_PREVIOUS: containerSecrets()['DATA_KEY'] ?? '',
  SIGNING_KEYS_SINCE: '2026-11-22T10:00:00Z',
  MONGODB_URI: 'mongodb://database/name',
  CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
  SMTP_URL: 'smtps://mail.example',
};
const sample = ({ name, value }: Variable): string =>
  value ?? SAMPLES[name] ?? 'a-secret-of-at-least-thirty-two-characters';

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
    expect(images?.[0]).toMatchObject({ name: 'slice', newName: `rangavalli/${name}` });
  });

  it('has the port of its image', () => {
    const { ports } = podOf('base/process').containers[0]!;
    expect((container.ports ?? ports)?.[0]).toMatchObject({ containerPort: Number(imageEnv(slice)['PORT']) });
  });

  it('starts with its environment', async () => {
    const own = Object.fromEntries((container.env ?? []).map((variable) => [variable.name, sample(variable)]));
    const known = await checkEnvironment(slice, { ...imageEnv(slice), ...settings, ...own });
    expect(known ? Object.keys(own).filter((variable) => !known.includes(variable)) : []).toEqual([]);
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

it('probes the gateway at its internal port, which no other pod may reach', () => {
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
    'gateway CHALLENGE_SECRET_PREVIOUS',
    'gateway SHELL_API_KEY_PREVIOUS',
    'payment RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
    'user DATA_KEY_PREVIOUS',
    'user SIGNING_KEYS_SINCE',
  ]);
  for (const { valueFrom } of previous) expect(valueFrom?.secretKeyRef.optional).toBe(true);
});

it('verifies where an image comes from before it is deployed', () => {
  const workflow = read('.github/workflows/slice.yml');
  const verified = workflow.indexOf('gh attestation verify');
  expect(verified).toBeGreaterThan(workflow.indexOf('release-process:'));
  expect(verified).toBeLessThan(workflow.indexOf('kubectl --namespace=rangavalli set image'));
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
  expect(Object.keys(policies)).toHaveLength(4);
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
  const [ingress] = documents(`${FOLDER}/namespace/ingress.yaml`);
  const { annotations = {} } = ingress!.metadata;
  const ciphers = annotations['nginx.ingress.kubernetes.io/ssl-ciphers']?.split(':') ?? [];
  expect(ciphers.length).toBeGreaterThan(3);
  expect(ciphers.filter((cipher) => !/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM-SHA\d+|CHACHA20-POLY1305)$/.test(cipher))).toEqual(
    [],
  );
  expect(annotations['cert-manager.io/cluster-issuer']).toBeTruthy();
  expect(annotations['nginx.ingress.kubernetes.io/service-upstream']).toBe('true');
  const { rules, tls } = ingress!.spec as unknown as { rules: { host: string }[]; tls: { hosts: string[] }[] };
  expect(tls.flatMap(({ hosts }) => hosts)).toEqual(rules.map(({ host }) => host));
  expect(read('deploy/README.md')).toContain('"ssl-protocols":"TLSv1.2 TLSv1.3"');
});

it('redirects pages to https, and no calls', () => {
  const SSL_REDIRECT = 'nginx.ingress.kubernetes.io/ssl-redirect';
  const [pages, calls, ...others] = documents(`${FOLDER}/namespace/ingress.yaml`);
  expect([pages!.metadata.annotations?.[SSL_REDIRECT], calls!.metadata.annotations?.[SSL_REDIRECT]]).toEqual([
    undefined,
    'false',
  ]);
  const rulesOf = ({ spec }: Resource) =>
    (spec as unknown as { rules: { host: string; http: { paths: { path: string }[] } }[] }).rules.map(
      ({ host, http }) => ({ host, paths: http.paths.map(({ path: prefix }) => prefix) }),
    );
  const hosts = rulesOf(pages!).map(({ host }) => host);
  expect([pages, calls].map((ingress) => rulesOf(ingress!))).toEqual([
    hosts.map((host) => ({ host, paths: ['/'] })),
    hosts.map((host) => ({ host, paths: ['/api'] })),
  ]);
  expect(others).toEqual([]);
});

it('every overlay has every slice', () => {
  const overlays = readdirSync(path.join(ROOT, FOLDER, 'overlays'));
  expect(overlays.toSorted()).toEqual(['one-machine', 'region', 'three-machines']);
  for (const overlay of overlays)
    expect(kustomization(`overlays/${overlay}`).resources?.toSorted()).toEqual([
      '../../namespace',
      '../../nats',
      '../../slices',
    ]);
  expect(kustomization('slices').resources?.toSorted()).toEqual(slices.map(({ name }) => name).toSorted());
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
