import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
// The built loom, by its package name: its workers run outside jest, whose sandbox makes pixel work
// some hundred times slower.
import { Loom } from '@rangavalli/loom/pool';
import type { PictureOrder } from './render.js';

/** A loom in a directory of its own, for tests. */
export class TestingLoom {
  private constructor(
    readonly directory: string,
    readonly loom: Loom,
  ) {}

  static async open(): Promise<TestingLoom> {
    const directory = await mkdtemp(join(tmpdir(), 'loom-'));
    return new TestingLoom(directory, new Loom(directory, 2));
  }

  async close(): Promise<void> {
    await this.loom.close();
    await rm(this.directory, { recursive: true });
  }

  /** The picture as it lies on disk. */
  async file(order: PictureOrder): Promise<Buffer> {
    const [woven] = await this.loom.weave([order]);
    return readFile(woven!.path);
  }

  /** Its pixels: red, green, blue, row after row. */
  async pixels(order: PictureOrder): Promise<Buffer> {
    return sharp(await this.file(order))
      .raw()
      .toBuffer();
  }
}
