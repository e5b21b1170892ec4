/** Points: 4 × 6 inches, and A4. */
export const LABEL_SIZE = [288, 432] as const;
export const PAGE_SIZE = [595, 842] as const;

/** Returns a PDF with one page for each list of lines. */
export function createPdf(pages: readonly (readonly string[])[], [width, height]: readonly [number, number]): Buffer {
  const fontId = 3;
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_lines, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, lines] of pages.entries()) {
    const text = lines.map((line, row) => `1 0 0 1 20 ${height - 40 - row * 18} Tm (${escape(line)}) Tj`).join('\n');
    const stream = `BT /F1 12 Tf\n${text}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${5 + index * 2} 0 R ` +
        `/Resources << /Font << /F1 ${fontId} 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Characters outside of ASCII would need an embedded font. */
const escape = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/([\\()])/g, '\\$1');
