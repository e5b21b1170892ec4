const UPLOAD = '/image/upload/';
export const WIDTHS = [320, 640, 750, 960, 1440] as const;

/** `eco` saves a third of the bytes; invisible on the fine pixels of phones. */
export type Quality = 'q_auto' | 'q_auto:eco';

/** px; chosen only by high-density screens of phones. */
const PHONE_WIDTH = 750;

export function deliveryUrl(
  url: string,
  width: number,
  quality: Quality = width === PHONE_WIDTH ? 'q_auto:eco' : 'q_auto',
): string {
  return url.replace(UPLOAD, `${UPLOAD}f_auto,${quality},w_${width}/`);
}

/** A blurred placeholder of a few hundred bytes. WebP, since AVIF is larger and loses colour at this size. */
export function blurredUrl(url: string): string | undefined {
  return url.includes(UPLOAD) ? url.replace(UPLOAD, `${UPLOAD}w_32/e_blur:20,f_webp,q_90/`) : undefined;
}

/** Another host's address is unchanged. `widths` in px. */
export function imageSource(
  url: string,
  widths: readonly number[] = WIDTHS,
  quality?: Quality,
): { src: string; srcSet?: string } {
  if (!url.includes(UPLOAD)) return { src: url };
  const middle = widths[Math.floor(widths.length / 2)] ?? 640;
  return {
    src: deliveryUrl(url, middle, quality),
    srcSet: widths.map((width) => `${deliveryUrl(url, width, quality)} ${width}w`).join(', '),
  };
}
