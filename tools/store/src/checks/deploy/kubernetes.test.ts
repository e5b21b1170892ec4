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
interface Resource {
  kind: string;
  metadata: { name: string };
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
const settings = documents(`${FOLDER}/namespace/settings.yaml`)[0]!.data ?? {};

const secrets = containerSecrets();
const SAMPLES: Record<string, string> = {
  IDENTITY_PRIVATE_KEY: secrets['IDENTITY_PRIVATE_KEY'] ?? '',
  IDENTITY_PUBLIC_KEYS: secrets['IDENTITY_PUBLIC_KEYS'] ?? '',
  RELEASE_PUBLIC_KEYS: secrets['RELEASE_PUBLIC_KEYS'] ?? '',
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

it('verifies where an image comes from before it is deployed', () => {
  const workflow = read('.github/workflows/slice.yml');
  const verified = workflow.indexOf('gh attestation verify');
  expect(verified).toBeGreaterThan(workflow.indexOf('release-process:'));
  expect(verified).toBeLessThan(workflow.indexOf('kubectl --namespace=rangavalli set image'));
  expect(workflow).toMatch(/attest-build-provenance@[0-9a-f]{40}/);
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
