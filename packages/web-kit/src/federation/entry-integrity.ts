import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

const integrities = new Map<string, string>();
const absolute = (url: string) => new URL(url, location.href).href;

/** Lets the browser refuse to run an entry with another hash. */
export function expectIntegrity(entry: string, integrity: string | undefined): void {
  if (integrity) integrities.set(absolute(entry), integrity);
}

export const entryIntegrity: ModuleFederationRuntimePlugin = {
  name: 'entry-integrity',
  createScript({ url }) {
    const integrity = integrities.get(absolute(url));
    if (!integrity) return undefined;
    const script = document.createElement('script');
    script.src = url;
    script.integrity = integrity;
    // Browsers check hashes only of files that they may read.
    if (new URL(script.src).origin !== location.origin) script.crossOrigin = 'anonymous';
    return script;
  },
};
