import { createRequire } from 'node:module';
import type { createElement } from 'react';

const { resolve } = createRequire(import.meta.url);

const LATIN = 'Noto Sans';
const TELUGU = 'Hind Guntur';
/** Noto Sans has Devanagari too. Newer versions of Noto Sans Telugu make the font engine throw. */
const fonts = [
  { family: LATIN, fontWeight: 400, src: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf' },
  { family: LATIN, fontWeight: 700, src: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf' },
  { family: TELUGU, fontWeight: 400, src: '@fontsource/hind-guntur/files/hind-guntur-telugu-400-normal.woff' },
  { family: TELUGU, fontWeight: 700, src: '@fontsource/hind-guntur/files/hind-guntur-telugu-700-normal.woff' },
];

/** Of pages in Latin, Devanagari and Telugu script. */
export const pdfFontFamily = [LATIN, TELUGU];

/** Without the types of properties: styles are checked by looking at the page. */
type Create = (type: unknown, properties: object, ...children: unknown[]) => ReturnType<typeof createElement<object>>;

export type PdfRenderer = Awaited<ReturnType<typeof importRenderer>>;

let renderer: Promise<PdfRenderer> | undefined;
/** One at a time: a page takes a good part of a second of the processor. */
let previous: Promise<unknown> = Promise.resolve();

/** Draws a document when the ones before it are finished. The service lists the packages of renderer and fonts. */
export function drawPdf(draw: (renderer: PdfRenderer) => Promise<Buffer>): Promise<Buffer> {
  // Loaded with its fonts when the first document is requested: it needs 150 MB.
  const drawn = previous.then(async () => draw(await (renderer ??= importRenderer())));
  previous = drawn.catch(() => undefined);
  return drawn;
}

async function importRenderer() {
  const [{ Document, Font, Page, Rect, renderToBuffer, Svg, Text, View }, { createElement: create }] =
    await Promise.all([import('@react-pdf/renderer'), import('react')]);
  for (const { family, fontWeight, src } of fonts) Font.register({ family, fontWeight, src: resolve(src) });
  for (const { family, fontWeight } of fonts) {
    const font = { fontFamily: family, fontWeight, fontStyle: 'normal' } as const;
    await Font.load(font);
    const { data } = Font.getFont(font);
    // The engine keeps a glyph as it is first requested. As a part of another, such as the points of a colon, it has no
    // character: it could not be copied or read aloud from any later document.
    if (data && 'characterSet' in data) for (const code of data.characterSet) data.glyphForCodePoint(code);
  }
  // Words are not divided.
  Font.registerHyphenationCallback((word) => [word]);
  return { Document, Page, Rect, Svg, Text, View, renderToBuffer, create: create as Create };
}
