import type { Image } from '@rangavalli/contracts/entities/product';

/** As many as the catalog keeps of one product. */
export const MOST_PICTURES = 20;

/** A picture of the form: at the image host, on its way there, or refused. */
export interface PictureSlot {
  key: string;
  name: string;
  /** Where it is at the host, once it is. */
  image?: Image;
  /** Its preview while it is on its way: an address that only this page knows. */
  preview?: string;
  /** The part that has been sent, 0 to 1. */
  sent: number;
  failed?: boolean;
}

/** The slots of a product's pictures, the cover first. */
export const slotsOf = (images: readonly Image[]): PictureSlot[] =>
  images.map((image, index) => ({ key: image.public_id, name: `Picture ${index + 1}`, image, sent: 1 }));

/** What the form sends: the pictures that have arrived, in their order. */
export const imagesOf = (slots: readonly PictureSlot[]): Image[] =>
  slots.flatMap(({ image }) => (image ? [image] : []));

/** Takes the slot at `from` to the place `to`; the others close up. Places beyond the ends are the ends. */
export function moved(slots: readonly PictureSlot[], from: number, to: number): PictureSlot[] {
  const next = [...slots];
  const [slot] = next.splice(from, 1);
  if (slot) next.splice(Math.max(0, Math.min(to, next.length)), 0, slot);
  return next;
}
