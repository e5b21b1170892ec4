import { rspack, type Compiler, type RspackPluginInstance } from '@rspack/core';

/** Asks the browser for the headings' font together with the page, so that they do not jump when it arrives. */
export class FontPreload implements RspackPluginInstance {
  constructor(private readonly file: RegExp) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('FontPreload', (compilation) => {
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTags.tap('FontPreload', (data) => {
        const font = Object.keys(compilation.assets).find((name) => this.file.test(name));
        if (font) {
          data.assetTags.styles.unshift({
            tagName: 'link',
            voidTag: true,
            attributes: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: 'anonymous', href: `/${font}` },
          });
        }
        return data;
      });
    });
  }
}
