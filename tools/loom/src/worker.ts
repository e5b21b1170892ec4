import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { weaveCloth, type Cloth, type ClothOrder } from './cloth.js';
import { drawPicture } from './render.js';
import type { Job, Woven } from './pool.js';

// Each worker has one core; libvips must not start threads of its own.
sharp.concurrency(1);

const shelf = new Map<string, Promise<Cloth>>();

/** The pictures of one product follow each other, so a few cloths are worth keeping. */
function weave(order: ClothOrder): Promise<Cloth> {
  const name = JSON.stringify(order);
  const kept = shelf.get(name);
  if (kept) return kept;
  if (shelf.size >= 7) shelf.delete(shelf.keys().next().value as string);
  const cloth = weaveCloth(order);
  shelf.set(name, cloth);
  return cloth;
}

parentPort?.on('message', ({ id, order }: Job) => {
  drawPicture(order, weave)
    .then(
      (picture): Woven => ({ id, picture: new Uint8Array(picture) }),
      (error: unknown): Woven => ({
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    .then((woven) => parentPort?.postMessage(woven));
});
