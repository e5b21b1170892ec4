import * as react from 'react';
import * as reactDom from 'react-dom';
import injectExternalRuntimeCorePlugin from '@module-federation/inject-external-runtime-core-plugin';
import { getInstance, init, loadRemote, registerRemotes } from '@module-federation/runtime';
import { entryIntegrity, expectIntegrity } from './entry-integrity.js';
import * as router from '@rangavalli/web-kit/federation/router';

declare global {
  /** By import name; set by the host's build. A standalone remote gets them from the federation plugin. */
  const SHARED_VERSIONS: Readonly<Record<string, string>> | undefined;
}

const modules: Readonly<Record<string, unknown>> = {
  react,
  'react-dom': reactDom,
  '@rangavalli/web-kit/federation/router': router,
};

// A chunk of its own: pages without a remote do not need it.
if (!getInstance() && typeof SHARED_VERSIONS !== 'undefined') {
  init({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    plugins: [injectExternalRuntimeCorePlugin(), entryIntegrity],
    shared: Object.fromEntries(
      Object.entries(SHARED_VERSIONS).map(([name, version]) => [
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

export { expectIntegrity, loadRemote, registerRemotes };
