import { badRequest } from './errors.js';
import { type OutputFormat, outputFormat } from './formats.js';

const MAX_SIDE = 4000;

const CROPS = ['scale', 'fit', 'limit', 'mfit', 'fill', 'lfill', 'thumb', 'pad', 'lpad'] as const;
type Crop = (typeof CROPS)[number];

export interface Step {
  width?: number;
  height?: number;
  crop?: Crop;
  gravity?: string;
  background?: string;
  blur?: number;
  grayscale?: boolean;
  sharpen?: boolean;
}

export interface Transformation {
  steps: Step[];
  format?: OutputFormat | 'auto';
  quality?: number | `auto${'' | ':best' | ':good' | ':eco' | ':low'}`;
}

type Draft = Step & Pick<Transformation, 'format' | 'quality'> & { dpr?: number; ratio?: number };

const SIDES = /^(north|south|east|west|(north|south)_(east|west))$/;

const READERS: Record<string, (value: string) => Draft | undefined> = {
  w: (value) => (value === 'auto' ? {} : side('width', value)),
  h: (value) => (value === 'auto' ? {} : side('height', value)),
  c: (value) => {
    const crop = CROPS.find((known) => known === value);
    return crop && { crop };
  },
  g: (value) => {
    const name = value.split(':')[0] ?? '';
    if (SIDES.test(name)) return { gravity: name.replace('_', '') };
    if (name === 'center') return { gravity: 'centre' };
    return ['face', 'faces', 'auto'].includes(name) ? { gravity: 'attention' } : undefined;
  },
  q: (value) => {
    if (/^auto(:(best|good|eco|low))?$/.test(value)) return { quality: value as 'auto' };
    const quality = parseInteger(value, 1, 100);
    return quality ? { quality } : undefined;
  },
  f: (value) => {
    const format = value === 'auto' ? 'auto' : value === 'svg' ? undefined : outputFormat(value);
    return format && { format };
  },
  b: (value) => {
    if (value === 'auto') return { background: 'white' };
    const hex = /^(?:rgb:)((?:[0-9a-f]{3}){1,2}|(?:[0-9a-f]{4}){1,2})$/i.exec(value)?.[1];
    if (hex) return { background: `#${hex}` };
    return ['white', 'black', 'transparent', 'gray', 'ivory', 'red', 'green', 'blue'].includes(value)
      ? { background: value }
      : undefined;
  },
  e: effect,
  dpr: (value) => {
    if (value === 'auto') return {};
    const dpr = /^\d(\.\d{1,2})?$/.test(value) ? Number(value) : 0;
    return dpr > 0 && dpr <= 5 ? { dpr } : undefined;
  },
  ar: (value) => {
    const [, width, height = '1'] = /^(\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?$/.exec(value) ?? [];
    const ratio = Number(width) / Number(height);
    return ratio > 0.01 && ratio < 100 ? { ratio } : undefined;
  },
  // Flags affect the encoding only.
  fl: () => ({}),
};

export function looksLikeComponent(segment: string): boolean {
  const parts = segment.split(',');
  const isKnown = (part: string) => Object.hasOwn(READERS, part.slice(0, part.indexOf('_'))) && part.includes('_');
  return parts.every((part) => (parts.length > 1 ? /^[a-z]{1,3}_/.test(part) : isKnown(part)));
}

/** Reads the components of a URL. @throws {CloudinaryError} 400 that names an unknown or out-of-range parameter */
export function readTransformation(components: readonly string[]): Transformation {
  const transformation: Transformation = { steps: [] };
  for (const component of components) {
    const { format, quality, dpr = 1, ratio, ...step } = readComponent(component);
    if (format) transformation.format = format;
    if (quality) transformation.quality = quality;
    if (ratio && step.width) step.height ??= Math.max(1, Math.round(step.width / ratio));
    if (ratio && step.height) step.width ??= Math.max(1, Math.round(step.height * ratio));
    for (const name of ['width', 'height'] as const) {
      const pixels = step[name];
      if (pixels !== undefined) step[name] = Math.min(MAX_SIDE, Math.max(1, Math.round(pixels * dpr)));
    }
    if (Object.keys(step).length > 0) transformation.steps.push(step);
  }
  return transformation;
}

function readComponent(component: string): Draft {
  const draft: Draft = {};
  for (const part of component.split(',')) {
    const [name = '', ...rest] = part.split('_');
    const value = rest.join('_');
    const read = Object.hasOwn(READERS, name) ? READERS[name]?.(value) : undefined;
    if (!read) throw badRequest(`Invalid transformation component - ${part}`);
    Object.assign(draft, read);
  }
  return draft;
}

function side(name: 'width' | 'height', value: string): Draft | undefined {
  const pixels = parseInteger(value, 1, MAX_SIDE);
  return pixels ? { [name]: pixels } : undefined;
}

function parseInteger(value: string, min: number, max: number): number | undefined {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  return number >= min && number <= max ? number : undefined;
}

function effect(value: string): Draft | undefined {
  const [name, strength] = value.split(':');
  if (name === 'grayscale') return { grayscale: true };
  if (name === 'sharpen') return { sharpen: true };
  if (name !== 'blur') return undefined;
  const blur = strength === undefined ? 100 : parseInteger(strength, 1, 2000);
  return blur ? { blur } : undefined;
}
