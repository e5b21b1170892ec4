import * as react from 'react';
import * as reactDom from 'react-dom';
import injectExternalRuntimeCorePlugin from '@module-federation/inject-external-runtime-core-plugin';
import { getInstance, init, loadRemote, registerRemotes } from '@module-federation/runtime';
import * as router from '@rangavalli/web-kit/router';

declare global {
  /**
   * Versions of what the page lends to remotes, by the names under which they ask for it; set by the host's build
   * (`build-kit/src/build/host.ts`). A remote's own page has them from the federation plugin instead.
   */
  const LENT_VERSIONS: Readonly<Record<string, string>> | undefined;
}

const modules: Readonly<Record<string, unknown>> = {
  react,
  'react-dom': reactDom,
  '@rangavalli/web-kit/router': router,
};

/**
 * The federation runtime, in a file of its own: a page that shows no remote does without it. It lends the page's one copy of React
 * and router, and itself.
 */
if (!getInstance() && typeof LENT_VERSIONS !== 'undefined') {
  init({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    plugins: [injectExternalRuntimeCorePlugin()],
    shared: Object.fromEntries(
      Object.entries(LENT_VERSIONS).map(([name, version]) => [
        name,
        {
          version,
          scope: 'default',
          lib: () => modules[name],
          shareConfig: {
            singleton: true,
            strictVersion: true,
            eager: true,
            requiredVersion: `^${version.split('.', 2).join('.')}.0`,
          },
        },
      ]),
    ),
  });
}

export { loadRemote, registerRemotes };
