export const CONTENT_TYPES = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};
export type OutputFormat = keyof typeof CONTENT_TYPES;

export function outputFormat(name: string): OutputFormat | undefined {
  const lower = name.toLowerCase();
  if (lower === 'jpeg') return 'jpg';
  // SVG can contain scripts, so it is delivered as pixels only.
  if (lower === 'svg') return 'png';
  return Object.hasOwn(CONTENT_TYPES, lower) ? (lower as OutputFormat) : undefined;
}

/** Returns AVIF or WebP where the Accept header names them, else a format that every browser supports. */
export function negotiate(accept = '', hasAlpha: boolean): OutputFormat {
  const types = new Set(
    accept
      .toLowerCase()
      .split(',')
      .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
      .map((range) => range.split(';')[0]?.trim()),
  );
  if (types.has('image/avif')) return 'avif';
  if (types.has('image/webp')) return 'webp';
  return hasAlpha ? 'png' : 'jpg';
}
