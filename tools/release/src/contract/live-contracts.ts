import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SliceContract } from './slice-contract.js';

const live = z.object({ live: z.string().optional(), canary: z.object({ version: z.string() }).optional() });

/**
 * Returns the contracts of the live release and the canary of each slice in a folder; empty when it does not exist.
 * @throws Error when a live release has no contract
 */
export function liveContracts(store: string): SliceContract[] {
  if (!existsSync(store)) return [];
  const folders = readdirSync(store, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name: slice }) => {
    const file = path.join(store, slice, 'live.json');
    if (!existsSync(file)) return [];
    const now = live.parse(JSON.parse(readFileSync(file, 'utf8')));
    const versions = new Set([now.live, now.canary?.version].filter((version) => version !== undefined));
    return [...versions].map(
      (version) => JSON.parse(readFileSync(path.join(store, slice, version, 'contract.json'), 'utf8')) as SliceContract,
    );
  });
}
