import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { type Asset, assetSchema } from './asset.js';

export type NewAsset = Omit<Asset, 'asset_id' | 'version' | 'version_id' | 'created_at'>;

/**
 * Uploaded pictures: metadata in memory and one JSON file each, bytes in separate files. File names are random, never
 * client input. Renaming the metadata file commits an upload; the next start removes what a crash left.
 */
export class AssetStore {
  /** Writes are serialised, so that of two concurrent uploads of one public id only one is the first. */
  readonly #writes = pLimit(1);

  private constructor(
    private readonly dataDir: string,
    private readonly assets: Map<string, Asset>,
  ) {}

  static async open(dataDir: string): Promise<AssetStore> {
    const folder = (name: string) => join(dataDir, name);
    await Promise.all(['assets', 'originals', 'derived'].map((name) => mkdir(folder(name), { recursive: true })));
    const files = (await readdir(folder('assets'))).filter((file) => file.endsWith('.json'));
    const assets = await Promise.all(
      files.map(async (file) => assetSchema.parse(JSON.parse(await readFile(join(folder('assets'), file), 'utf8')))),
    );
    const versions = assets.map(({ version_id }) => version_id);
    await removeOthers(folder('assets'), files);
    await removeOthers(folder('originals'), versions);
    await removeOthers(folder('derived'), versions);
    return new AssetStore(dataDir, new Map(assets.map((asset) => [asset.public_id, asset])));
  }

  find(publicId: string): Asset | undefined {
    return this.assets.get(publicId);
  }

  list(prefix: string): Asset[] {
    return [...this.assets.values()]
      .filter(({ public_id }) => public_id.startsWith(prefix))
      .sort((left, right) => (left.public_id < right.public_id ? -1 : 1));
  }

  original({ version_id }: Asset): Promise<Buffer> {
    return readFile(join(this.dataDir, 'originals', version_id));
  }

  derivedFolder({ version_id }: Asset): string {
    return join(this.dataDir, 'derived', version_id);
  }

  /** Stores a picture durably. Returns the present asset as `existing` when there is one and `overwrite` is false. */
  put(data: Buffer, fresh: NewAsset, overwrite: boolean): Promise<{ asset: Asset; existing: boolean }> {
    return this.#writes(async () => {
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
      await writeAtomically(join(this.dataDir, 'originals', asset.version_id), data);
      await writeAtomically(this.#metadataFile(asset), JSON.stringify(asset));
      this.assets.set(asset.public_id, asset);
      if (old) await this.#removeBytes(old);
      return { asset, existing: false };
    });
  }

  remove(publicId: string): Promise<boolean> {
    return this.#writes(async () => {
      const asset = this.assets.get(publicId);
      if (!asset) return false;
      await rm(this.#metadataFile(asset), { force: true });
      this.assets.delete(publicId);
      await this.#removeBytes(asset);
      return true;
    });
  }

  #metadataFile({ asset_id }: Asset): string {
    return join(this.dataDir, 'assets', `${asset_id}.json`);
  }

  async #removeBytes(asset: Asset): Promise<void> {
    await rm(join(this.dataDir, 'originals', asset.version_id), { force: true });
    await rm(this.derivedFolder(asset), { recursive: true, force: true });
  }
}

export async function writeAtomically(path: string, data: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, data, { flush: true });
  await rename(temporary, path);
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';

async function removeOthers(folder: string, names: readonly string[]): Promise<void> {
  const wanted = new Set(names);
  const others = (await readdir(folder)).filter((name) => !wanted.has(name));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
