import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Asset } from './asset.js';
import type { AssetStore } from './asset-store.js';
import { isMissing, writeWhole } from './files.js';
import type { OutputFormat } from './formats.js';
import { inspect, type Picture } from './inspect.js';
import { render } from './render.js';
import type { Transformation } from './transformation.js';

/** Makes pictures, at most two at a time, and keeps each on the disk: the same one is made once. */
export class Renderer {
  readonly #turn = pLimit(2);
  readonly #underWay = new Map<string, Promise<Buffer>>();

  constructor(private readonly store: AssetStore) {}

  /** Names one picture: the version of the original and everything that changes its look. */
  keyOf({ version_id }: Asset, { steps, quality }: Transformation, format: OutputFormat): string {
    return createHash('sha1')
      .update(JSON.stringify([version_id, steps, quality ?? 'auto', format]))
      .digest('hex');
  }

  /**
   * A picture by its transformation: from the disk, from whoever makes it just now, or made.
   * @throws {CloudinaryError} 400 where the result would be too large
   */
  async picture(asset: Asset, transformation: Transformation, format: OutputFormat): Promise<Buffer> {
    const key = this.keyOf(asset, transformation, format);
    const path = join(this.store.derivedFolder(asset), `${key}.${format}`);
    const kept = await readFile(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (kept) return kept;
    const underWay =
      this.#underWay.get(key) ??
      this.#make(asset, transformation, format, path).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, underWay);
    return underWay;
  }

  /** What an uploaded file is; takes its turn with the pictures being made. */
  inspect(data: Buffer): Promise<Picture> {
    return this.#turn(() => inspect(data));
  }

  #make(asset: Asset, transformation: Transformation, format: OutputFormat, path: string): Promise<Buffer> {
    return this.#turn(async () => {
      const made = await render(await this.store.original(asset), asset, transformation, format);
      await writeWhole(path, made);
      return made;
    });
  }
}
