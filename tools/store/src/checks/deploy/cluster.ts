// The files of deploy/kubernetes.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../paths.js';
import { containerSecrets } from '../../setup/container-secrets.js';
import type { Slice } from '../../setup/workspaces.js';
import { read, readYaml } from './slices.js';

export const FOLDER = 'deploy/kubernetes';

export type Labels = Readonly<Record<string, string>>;
export interface Kustomization {
  nameSuffix?: string;
  resources?: string[];
  patches?: { path?: string }[];
  labels?: { pairs: Record<string, string>; includeSelectors?: boolean }[];
  images?: { name: string; newName: string }[];
  configMapGenerator?: { files: string[] }[];
}
export interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}
interface Image {
  image?: string;
}
export interface Pod {
  securityContext?: { runAsNonRoot?: boolean };
  terminationGracePeriodSeconds?: number;
  initContainers?: Image[];
  ephemeralContainers?: Image[];
  containers: {
    name?: string;
    image?: string;
    args?: string[];
    ports?: { containerPort?: number }[];
    env?: Variable[];
    securityContext?: object;
    resources?: { requests?: object; limits?: object };
    livenessProbe?: object;
    readinessProbe?: object;
  }[];
}
export interface NetworkPort {
  port: number | string;
  protocol?: string;
}
export interface NetworkPolicy {
  podSelector: object;
  policyTypes: string[];
  egress?: { to?: object[]; ports?: NetworkPort[] }[];
  ingress?: { from?: object[]; ports?: NetworkPort[] }[];
}
export interface Resource {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec: { template: { metadata: { labels: Labels }; spec: Pod } };
}

export const documents = (file: string): Resource[] =>
  parseAllDocuments(read(file)).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Resource;
  });
export const files = readdirSync(path.join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => `${FOLDER}/${file}`);
export const kustomization = (folder: string): Kustomization => readYaml(`${FOLDER}/${folder}/kustomization.yaml`);
export const podOf = (folder: string): Pod => documents(`${FOLDER}/${folder}/deployment.yaml`)[0]!.spec.template.spec;
export const policies = Object.fromEntries(
  documents(`${FOLDER}/namespace/network.yaml`).map(({ metadata, spec }) => [
    metadata.name,
    spec as unknown as NetworkPolicy,
  ]),
);
export const settings = documents(`${FOLDER}/namespace/settings.yaml`)[0]!.data ?? {};

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; values: string[] }[];
}
interface Selected {
  any: { resources: { selector?: Selector } }[];
}
interface ImageRule {
  name: string;
  match: Selected;
  exclude?: Selected;
  validate?: { pattern: { spec: Record<string, [Image]> } };
}
const selects = ({ any }: Selected, labels: Labels): boolean =>
  any.some(({ resources: { selector = {} } }) => {
    const { matchLabels = {}, matchExpressions = [] } = selector;
    return (
      Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
      matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
    );
  });

const imageRules = (): ImageRule[] =>
  (documents(`${FOLDER}/cluster/images.yaml`)[0]!.spec as unknown as { rules: ImageRule[] }).rules;
const appliesTo = ({ match, exclude }: ImageRule, labels: Labels): boolean =>
  selects(match, labels) && !(exclude && selects(exclude, labels));

/** Returns whether the cluster admits a pod with these labels only with an image that this repository has built. */
export const needsOwnImage = (labels: Labels): boolean =>
  ['built-by-the-workflow', 'known-registries'].every((name) =>
    imageRules().some((rule) => rule.name === name && appliesTo(rule, labels)),
  );

/** As Kyverno matches texts: alternatives with `*`. */
const matches = (image: string, pattern: string): boolean =>
  pattern.split(' | ').some((one) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(image));

/** Returns the images of a pod that the cluster's policy refuses, before it looks at who built them. */
export const refusedImages = (labels: Labels, pod: Partial<Pod>): string[] =>
  imageRules()
    .filter((rule) => rule.validate && appliesTo(rule, labels))
    .flatMap(({ validate }) =>
      (['containers', 'initContainers', 'ephemeralContainers'] as const).flatMap((list) => {
        const { [list]: always, [`=(${list})`]: ifPresent = always } = validate!.pattern.spec;
        return (pod[list] ?? [])
          .map(({ image = '' }) => image)
          .filter((image) => ifPresent && !matches(image, ifPresent[0].image ?? ''));
      }),
    );

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
  RAZORPAY_KEY_ID: 'rzp_live_1',
};
export const sample = ({ name, value }: Variable): string =>
  value ?? SAMPLES[name] ?? 'a-secret-of-at-least-thirty-two-characters';

/** Returns the variables that a slice's container gets, with samples for secrets. */
export const clusterEnvironment = ({ name }: Slice): Record<string, string> => ({
  ...settings,
  ...Object.fromEntries(
    (podOf(`slices/${name}`).containers[0]?.env ?? []).map((variable) => [variable.name, sample(variable)]),
  ),
});
