// deploy/kubernetes against the slices' own code, by its files: kubectl need not be there.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../paths.js';
import { checkEnvironment } from './configurations.js';
import { imageEnv, packagesOf, read, readYaml, slices } from './slices.js';

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
  valueFrom?: { secretKeyRef: { name: string; key: string } };
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

const SAMPLES: Record<string, string> = {
  MONGODB_URI: 'mongodb://database/name',
  CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
  SMTP_URL: 'smtps://mail.example',
};
const sample = ({ name, value }: Variable): string => value ?? SAMPLES[name] ?? 'a-secret-of-some-length';

it.each(files)('%s is YAML, and what it names is there', (file) => {
  documents(file);
  if (!file.endsWith('kustomization.yaml')) return;
  const { resources = [], patches = [], configMapGenerator = [] } = readYaml(file) as Kustomization;
  const named = [
    ...resources,
    ...patches.flatMap((patch) => patch.path ?? []),
    ...configMapGenerator.flatMap((made) => made.files),
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
    expect(images?.[0]).toMatchObject({ name: 'slice', newName: `rangavalli/${name}` });
  });

  it('listens where it is looked for', () => {
    expect(container.ports?.find((port) => port.containerPort)?.containerPort).toBe(Number(imageEnv(slice)['PORT']));
  });

  it('starts with what it is told', async () => {
    const own = Object.fromEntries((container.env ?? []).map((variable) => [variable.name, sample(variable)]));
    const known = await checkEnvironment(slice, { ...imageEnv(slice), ...settings, ...own });
    expect(known ? Object.keys(own).filter((variable) => !known.includes(variable)) : []).toEqual([]);
  });

  it('calls slices that are there, and takes secrets that deploy/README.md tells to make', () => {
    const hosts = (container.env ?? []).flatMap(({ value }) =>
      [...(value ?? '').matchAll(/http:\/\/rangavalli-([a-z-]+)/g)].map((match) => match[1] ?? ''),
    );
    expect(hosts.filter((host) => !slices.some((other) => other.name === host))).toEqual([]);
    const secrets = (container.env ?? []).flatMap(({ valueFrom }) => (valueFrom ? [valueFrom.secretKeyRef] : []));
    expect(
      secrets.filter(
        (secret) => !read('deploy/README.md').includes(secret.name) || !read('deploy/README.md').includes(secret.key),
      ),
    ).toEqual([]);
  });

  it('has a workflow that starts when it or a package of its changes', () => {
    const { on, jobs } = readYaml(`.github/workflows/${name}.yml`) as {
      on: Record<'push' | 'pull_request', { paths: string[] }>;
      jobs: Record<string, { uses: string; with: object }>;
    };
    for (const paths of [on.push.paths, on.pull_request.paths])
      expect(paths).toEqual(
        expect.arrayContaining([slice.folder, ...packagesOf(slice.folder)].map((folder) => `${folder}/**`)),
      );
    expect(jobs[name]).toMatchObject({
      uses: './.github/workflows/slice.yml',
      with: { slice: name, folder: slice.folder, kind: slice.kind === 'remote' ? 'remote' : 'process' },
    });
  });
});

it('every size of the store has every slice', () => {
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

it('nothing runs as root or writes to its own files, and all have probes and a limit', () => {
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
  // A request may take 30 s, and 5 s go before the process hears of its stop.
  expect(podOf('base/process').terminationGracePeriodSeconds).toBeGreaterThan(35);
});

it('every action of a workflow is one exact commit', () => {
  const workflows = readdirSync(path.join(ROOT, '.github/workflows')).map((file) => read(`.github/workflows/${file}`));
  const used = workflows.flatMap((text) => [...text.matchAll(/uses: (\S+)/g)].map((match) => match[1] ?? ''));
  expect(used.filter((action) => !action.startsWith('./') && !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});
