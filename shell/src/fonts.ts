/**
 * The shop's own letters, which come after the page: what stands there before is as wide and as high (`fonts-before.css`), so that
 * nothing moves when they are there. Without them the page is as good.
 */
export function bringFonts(): void {
  void import(/* webpackChunkName: "fonts" */ '@rangavalli/web-kit/styles/fonts.css').catch(() => undefined);
}
