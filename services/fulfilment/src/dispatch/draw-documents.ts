import type { DispatchDocumentKind } from '@rangavalli/contracts/entities/dispatch';
import { drawPdf } from '@rangavalli/service-kit/documents/pdf-renderer';
import type { ParcelDocument } from './document-content.js';
import { documentTexts as texts } from './document-texts.js';
import { labelPage } from './draw-label.js';
import { manifestPages } from './draw-manifest.js';
import { slipPage } from './draw-slip.js';

export type DrawnKind = Exclude<DispatchDocumentKind, `courier_${string}`>;

const titles: Record<DrawnKind, string> = {
  slips: texts.slip,
  labels: 'Labels',
  slips_and_labels: `${texts.slip}s and labels`,
  manifest: texts.manifest,
};

/** Draws one PDF of many parcels, in their order: all slips, then all labels. */
export const drawDocuments = (kind: DrawnKind, parcels: readonly ParcelDocument[], now: Date): Promise<Buffer> =>
  drawPdf((renderer) => {
    const hasSlips = kind === 'slips' || kind === 'slips_and_labels';
    const hasLabels = kind === 'labels' || kind === 'slips_and_labels';
    return renderer.renderToBuffer(
      renderer.create(
        renderer.Document,
        { title: titles[kind], author: parcels[0]?.sender.name ?? '', language: 'en-IN' },
        ...(hasSlips ? parcels.map((parcel) => slipPage(renderer, parcel)) : []),
        ...(hasLabels ? parcels.map((parcel) => labelPage(renderer, parcel)) : []),
        ...(kind === 'manifest' ? manifestPages(renderer, parcels, now) : []),
      ),
    );
  });
