import { writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { weaveCloth, type Cloth } from './cloth.js';
import type { RenderJob } from './pool.js';
import { encodeMaster, renderPicture } from './render.js';
import type { ClothSpec } from './weaves/weave.js';

// The pool has one worker per core, so libvips needs no threads of its own.
sharp.concurrency(1);

parentPort?.on('message', async (job: RenderJob) => {
  const cloths = new Map<string, Promise<Cloth>>();
  const weave = (spec: ClothSpec): Promise<Cloth> => {
    const key = JSON.stringify(spec);
    const cloth = cloths.get(key) ?? weaveCloth(spec);
    cloths.set(key, cloth);
    return cloth;
  };
  for (const { file, spec } of job) {
    try {
      const picture = await renderPicture(spec, weave);
      await (file.endsWith('.avif') ? writeFile(file, await encodeMaster(picture)) : picture.toFile(file));
    } catch (error) {
      throw new Error(`Rendering ${file} (${spec.kind}) failed: ${String(error)}`, { cause: error });
    }
  }
  parentPort?.postMessage('done');
});
