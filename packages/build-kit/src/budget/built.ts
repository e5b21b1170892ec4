import type { Stats } from '@rspack/core';
import type { Loads } from './weight.js';

export interface SourceModule {
  name: string;
  bytes: number;
}

export interface Built {
  loads: Loads;
  largest(files: readonly string[]): SourceModule[];
}

const MAX_MODULES = 6;

export function builtParts(stats: Stats, entry?: string): Built {
  const { namedChunkGroups = {}, chunks = [] } = stats.toJson({
    all: false,
    chunkGroups: true,
    chunks: true,
    chunkModules: true,
    nestedModules: true,
    dependentModules: true,
    orphanModules: true,
    ids: true,
  });
  const filesOf = (name: string): string[] => (namedChunkGroups[name]?.assets ?? []).map((asset) => asset.name);
  const container = entry ? filesOf(entry) : [];
  const parts = Object.keys(namedChunkGroups).filter((name) => name !== entry);
  return {
    loads: Object.fromEntries(parts.map((name) => [name, [...container, ...filesOf(name)]])),
    largest: (files) =>
      chunks
        .filter((chunk) => chunk.files?.some((file) => files.includes(file)))
        .flatMap(({ modules = [] }) => modules.flatMap((module) => module.modules ?? [module]))
        .flatMap(({ name, size, moduleType }) =>
          name && moduleType.startsWith('javascript') ? [{ name: plainName(name), bytes: size }] : [],
        )
        .toSorted((a, b) => b.bytes - a.bytes)
        .slice(0, MAX_MODULES),
  };
}

/** The federation plugin names a module by its source code. */
const plainName = (name: string): string =>
  name.includes('data:text/javascript') ? 'federation runtime' : name.replace(/^(\.\.\/)+node_modules\//, '');
