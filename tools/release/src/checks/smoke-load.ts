import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Loads } from '@rangavalli/build-kit/budget/weight';
import { sharedModules } from '@rangavalli/build-kit/build/shared';
import type { Release } from '@rangavalli/build-kit/serve/release-file';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { JSDOM, requestInterceptor, VirtualConsole, type DOMWindow } from 'jsdom';

interface Container {
  init: (shareScope: object, initScope?: object[], entryOptions?: object) => Promise<void> | void;
  get: (exposed: string) => Promise<() => { default?: unknown }>;
}

const ORIGIN = 'http://smoke.test';
const DEADLINE_MS = 20_000;
const fromWebKit = createRequire(path.join(ROOT, 'packages/web-kit/package.json'));
const fromBuildKit = createRequire(path.join(ROOT, 'packages/build-kit/package.json'));
const OWNERS: Record<string, string> = { '@rangavalli/web-kit/federation/router': 'react-router-dom' };

/**
 * Loads each exposed module of a built container in jsdom, with the modules that the shell shares. Renders nothing.
 * @returns the files that each exposed module loaded
 * @throws Error that names the module that could not be loaded
 */
export async function smokeLoad(release: Release, files: string): Promise<Loads> {
  const fetched: Record<string, string[]> = {};
  for (const exposed of release.exposes) fetched[exposed] = await load(release, files, exposed);
  return fetched;
}

async function load({ name, entry }: Release, files: string, exposed: string): Promise<string[]> {
  const fetched = new Set<string>();
  const errors: string[] = [];
  const folder = new URL('.', new URL(entry, ORIGIN)).href;
  const builtFiles = requestInterceptor(({ url }) => {
    const file = url.startsWith(folder) ? url.slice(folder.length) : '';
    if (!file || file.includes('/')) throw new Error(`${url} is none of its files`);
    fetched.add(file);
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    return new Response(readFileSync(path.join(files, file)), { headers: { 'content-type': type } });
  });
  const virtualConsole = new VirtualConsole().on('jsdomError', (error: Error & { cause?: unknown }) => {
    // jsdom cannot parse all current CSS.
    if (!error.message.includes('parse CSS'))
      errors.push(`${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`.trim());
  });
  const dom = new JSDOM('<!doctype html><html><head></head><body><div id="root"></div></body></html>', {
    url: `${ORIGIN}/`,
    runScripts: 'dangerously',
    resources: { interceptors: [builtFiles] },
    pretendToBeVisual: true,
    virtualConsole,
  });
  try {
    const loading = take(dom.window, name, `${ORIGIN}${entry}`, exposed, errors);
    await Promise.race([
      loading,
      new Promise((_resolve, reject) => setTimeout(() => reject(new Error('it took too long')), DEADLINE_MS).unref()),
    ]);
    if (errors.length > 0) throw new Error(errors.join('; '));
    return [...fetched];
  } catch (error) {
    const why = [error instanceof Error ? error.message : String(error), ...errors].join('; ');
    throw new Error(`${name}/${exposed} does not load: ${why}`, { cause: error });
  } finally {
    dom.window.close();
  }
}

async function take(window: DOMWindow, name: string, url: string, exposed: string, errors: string[]): Promise<void> {
  const globals = window as unknown as Record<string, unknown>;
  globals['_FEDERATION_RUNTIME_CORE'] = federationRuntime();
  globals['matchMedia'] ??= () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  await new Promise<void>((resolve, reject) => {
    const script = window.document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`its script could not be run: ${errors.join('; ')}`)));
    window.document.head.append(script);
  });
  const container = globals[name] as Container | undefined;
  if (!container) throw new Error(`its script made no ${name}`);
  await container.init(lentModules());
  const module = (await container.get(`./${exposed}`))();
  if (!module.default) throw new Error('it has no default export');
}

const federationRuntime = (): unknown => {
  const enhanced = createRequire(fromBuildKit.resolve('@module-federation/enhanced/rspack'));
  return enhanced('@module-federation/runtime-tools/runtime-core');
};

function lentModules(): object {
  return Object.fromEntries(
    Object.entries(sharedModules('host')).map(([request, { version, ...config }]) => {
      const module: unknown = fromWebKit(OWNERS[request] ?? request);
      const lent = {
        version,
        from: 'shell',
        eager: true,
        loaded: 1,
        strategy: 'loaded-first',
        scope: ['default'],
        useIn: [],
        deps: [],
        lib: () => module,
        get: async () => () => module,
        shareConfig: config,
      };
      return [request, { [version]: lent }];
    }),
  );
}
