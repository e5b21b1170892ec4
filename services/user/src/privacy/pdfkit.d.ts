/** The parts of pdfkit that `export-pdf.ts` uses. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  export default class PdfDocument extends Readable {
    constructor(options: { size: string; margin: number; info: { Title: string } });
    font(file: string): this;
    fontSize(size: number): this;
    text(text: string, options: { continued: boolean }): this;
    moveDown(lines?: number): this;
    end(): void;
  }
}
