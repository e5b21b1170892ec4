import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type Asset, assetSchema } from './asset.js';
import { keepOnly, writeWhole } from './files.js';

export type NewAsset = Omit<Asset, 'asset_id' | 'version' | 'version_id' | 'created_at'>;

/**
 * The uploaded pictures: their descriptions in memory and one JSON file each, their bytes in files of their
 * own. Files are named by random ids, never by what a client sent. The description's rename is the moment
 * an upload or overwrite happens; what a crash leaves beside it is swept at the next start.
 */
export class AssetStore {
  /** One write after the other: two uploads of one public id must not both believe they are the first. */
  readonly #turn = pLimit(1);

  private constructor(
    private readonly dataDir: string,
    private readonly assets: Map<string, Asset>,
  ) {}

  static async open(dataDir: string): Promise<AssetStore> {
    const folders = ['assets', 'originals', 'derived'].map((name) => join(dataDir, name));
    await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
    const names = (await readdir(join(dataDir, 'assets'))).filter((name) => name.endsWith('.json'));
    const read = await Promise.all(
      names.map(async (name) => assetSchema.parse(JSON.parse(await readFile(join(dataDir, 'assets', name), 'utf8')))),
    );
    const versions = new Set(read.map(({ version_id }) => version_id));
    await Promise.all([
      keepOnly(join(dataDir, 'assets'), new Set(names)),
      keepOnly(join(dataDir, 'originals'), versions),
      keepOnly(join(dataDir, 'derived'), versions),
    ]);
    return new AssetStore(dataDir, new Map(read.map((asset) => [asset.public_id, asset])));
  }

  find(publicId: string): Asset | undefined {
    return this.assets.get(publicId);
  }

  /** Assets whose public id begins so, sorted by it. */
  list(prefix: string): Asset[] {
    return [...this.assets.values()]
      .filter(({ public_id }) => public_id.startsWith(prefix))
      .sort((left, right) => (left.public_id < right.public_id ? -1 : 1));
  }

  original({ version_id }: Asset): Promise<Buffer> {
    return readFile(join(this.dataDir, 'originals', version_id));
  }

  /** Where the pictures made of this version lie. */
  derivedFolder({ version_id }: Asset): string {
    return join(this.dataDir, 'derived', version_id);
  }

  /**
   * Keeps a picture under its public id; resolves when it would outlive a crash.
   * @returns the asset, with `existing` where one was there and was not to be overwritten
   */
  put(data: Buffer, fresh: NewAsset, overwrite: boolean): Promise<{ asset: Asset; existing: boolean }> {
    return this.#turn(async () => {
      const old = this.assets.get(fresh.public_id);
      if (old && !overwrite) return { asset: old, existing: true };
      const now = Date.now();
      const asset: Asset = {
        asset_id: old?.asset_id ?? randomBytes(16).toString('hex'),
        version: Math.max(Math.floor(now / 1000), (old?.version ?? 0) + 1),
        version_id: randomBytes(16).toString('hex'),
        created_at: new Date(now).toISOString().replace(/\.\d+/, ''),
        ...fresh,
      };
      await writeWhole(join(this.dataDir, 'originals', asset.version_id), data);
      await writeWhole(this.#description(asset), JSON.stringify(asset));
      this.assets.set(asset.public_id, asset);
      if (old) await this.#removeBytes(old);
      return { asset, existing: false };
    });
  }

  /** @returns whether there was such an asset */
  remove(publicId: string): Promise<boolean> {
    return this.#turn(async () => {
      const asset = this.assets.get(publicId);
      if (!asset) return false;
      await rm(this.#description(asset), { force: true });
      this.assets.delete(publicId);
      await this.#removeBytes(asset);
      return true;
    });
  }

  #description({ asset_id }: Asset): string {
    return join(this.dataDir, 'assets', `${asset_id}.json`);
  }

  async #removeBytes(asset: Asset): Promise<void> {
    await rm(join(this.dataDir, 'originals', asset.version_id), { force: true });
    await rm(this.derivedFolder(asset), { recursive: true, force: true });
  }
}
