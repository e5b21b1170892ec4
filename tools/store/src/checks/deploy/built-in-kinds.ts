// Checks Kubernetes' own kinds with the types of its OpenAPI definitions: the compiler refuses fields that a kind does
// not have, at every depth, and values of another type.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ObjectMeta } from 'kubernetes-types/meta/v1.d.ts';
import { ROOT } from '../../paths.js';

interface Typed {
  apiVersion: string;
  kind: string;
  metadata?: Pick<ObjectMeta, 'name'>;
}

const MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
  'rbac.authorization.k8s.io/v1': 'rbac/v1',
};
const TYPES = path.dirname(createRequire(import.meta.url).resolve('kubernetes-types/package.json'));
const PARTLY =
  'type Partly<T> = T extends (infer E)[] ? Partly<E>[] : T extends object ? { [K in keyof T]?: Partly<T[K]> } : T;';

export const isBuiltIn = ({ apiVersion }: Typed): boolean => apiVersion in MODULES;

/**
 * Returns the mistakes in resources of built-in kinds, as `Deployment rangavalli-order: …`.
 * @param part whether they are patches, or completed by kustomize: no field is required
 */
export function findBuiltInMistakes(resources: readonly Typed[], part: 'partial' | 'complete' = 'complete'): string[] {
  const checked = resources.filter(isBuiltIn);
  const folder = mkdtempSync(path.join(tmpdir(), 'kinds-'));
  try {
    const lines = checked.map((resource, index) => {
      const file = path.join(TYPES, MODULES[resource.apiVersion]!);
      const type = `import(${JSON.stringify(file)}).${resource.kind}`;
      return `export const r${index}: ${part === 'partial' ? `Partly<${type}>` : type} = ${JSON.stringify(resource)};`;
    });
    const source = path.join(folder, 'resources.ts');
    // The line of an error is the number of its resource.
    writeFileSync(source, [...lines, PARTLY].join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--pretty', 'false', '--types', ''];
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, ...options, source], {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = [...stdout.matchAll(/\((\d+),\d+\): error \w+: (.*)/g)].map(([, line, message = '']) => {
      const resource = checked[Number(line) - 1];
      return `${resource?.kind} ${resource?.metadata?.name}: ${message.replaceAll(/'"|"'/g, "'")}`;
    });
    if (status !== 0 && found.length === 0) throw new Error(`the compiler failed: ${stdout}${stderr}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
