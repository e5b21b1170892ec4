import type { Stats } from '@rspack/core';
import type { Loads } from './weight.js';

/** A module of the sources with its size before it was made smaller and compressed, bytes. */
export interface SourceModule {
  name: string;
  bytes: number;
}

/** What a build is made of, as far as budgets go by it. */
export interface Built {
  loads: Loads;
  /** The largest modules of scripts in these files. */
  largest(files: readonly string[]): SourceModule[];
}

const MENTIONED = 6;

/**
 * Reads a build's parts off its stats.
 * @param entry the entry that every part needs first: a remote's container; undefined for the host, whose entry is the part itself
 */
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
        .flatMap(({ name, size = 0, moduleType = '' }) =>
          name && moduleType.startsWith('javascript') ? [{ name: plainName(name), bytes: size }] : [],
        )
        .toSorted((a, b) => b.bytes - a.bytes)
        .slice(0, MENTIONED),
  };
}

/** The federation plugin writes its whole program into a module's name. */
const plainName = (name: string): string =>
  name.includes('data:text/javascript') ? 'federation runtime' : name.replace(/^(\.\.\/)+node_modules\//, '');
