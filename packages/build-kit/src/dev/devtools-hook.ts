import { rspack, type Compiler, type RspackPluginInstance } from '@rspack/core';

/** Fast refresh creates a devtools hook whose `renderers` stay empty; remotes load later and look for React in it. */
const DEVTOOLS_HOOK = `
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
