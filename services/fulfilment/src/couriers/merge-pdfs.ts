import { PDFDocument } from 'pdf-lib';

/** Returns the pages of all files in one, in their order. */
export async function mergePdfs(files: readonly Buffer[]): Promise<Buffer> {
  const [only] = files;
  if (only && files.length === 1) return only;
  const merged = await PDFDocument.create();
  for (const file of files) {
    const source = await PDFDocument.load(file);
    for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
  }
  return Buffer.from(await merged.save());
}
