import { rspack, type Compiler, type RspackPluginInstance } from '@rspack/core';

/**
 * The hook by which React tells development tools of its renderers, with a `renderers` that is really filled.
 * Fast refresh makes one that stays empty where there is none: the shell's own refresh catches React as it loads, but
 * each remote has a refresh of its own that comes later, looks for React in `renderers` and would find nobody.
 */
export const DEVTOOLS_HOOK = `
if (!window.__REACT_DEVTOOLS_GLOBAL_HOOK__) {
  const renderers = new Map();
  const nothing = () => undefined;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers,
    supportsFiber: true,
    inject(renderer) {
      const id = renderers.size + 1;
      renderers.set(id, renderer);
      return id;
    },
    onScheduleFiberRoot: nothing,
    onCommitFiberRoot: nothing,
    onPostCommitFiberRoot: nothing,
    onCommitFiberUnmount: nothing,
  };
}`;

/** Writes the hook into the page, before every other script. */
export class DevtoolsHook implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('DevtoolsHook', (compilation) => {
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTags.tap('DevtoolsHook', (data) => {
        data.assetTags.scripts.unshift({ tagName: 'script', voidTag: false, attributes: {}, innerHTML: DEVTOOLS_HOOK });
        return data;
      });
    });
  }
}
