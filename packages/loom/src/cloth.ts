import sharp from 'sharp';
import { dyes, zaris } from './palette.js';
import { Random, hash, noise } from './random.js';
import { withMips, type Texture } from './texture.js';
import { weaves } from './weaves/families.js';
import type { ClothSpec, Drawing, Fabric, Family, Inks, Weave } from './weaves/weave.js';

export interface Cloth {
  spec: ClothSpec;
  fabric: Fabric;
  body: Texture;
  pallu: Texture;
  inks: Inks;
  border: number;
}

export const CLOTH_WIDTH = 110;
const REPEAT = 36;
export const PALLU = 60;
const PIXELS_PER_CM = 12;

function colours(spec: ClothSpec): Inks {
  return {
    ground: dyes[spec.ground],
    border: dyes[spec.border],
    pallu: dyes[spec.pallu ?? spec.border],
    accent: dyes[spec.accent],
    second: dyes[spec.second ?? spec.accent],
    line: '#2a1a18',
    zari: zaris[spec.zari],
    light: '#f6ead2',
    none: 'none',
  };
}

/** Red marks metal, green marks dense threads. */
const substance: Inks = {
  ground: '#000000',
  border: '#00ff00',
  pallu: '#00ff00',
  accent: '#00ff00',
  second: '#00ff00',
  line: '#00ff00',
  light: '#00ff00',
  zari: '#ffff00',
  none: 'none',
};

function pattern(id: string, drawing: Drawing, inks: Inks, seed: number, top = 0): string {
  const { width, height } = drawing;
  return `<pattern id="${id}" y="${top}" width="${width}" height="${height}"
    patternUnits="userSpaceOnUse">${drawing.draw(inks, new Random(seed))}</pattern>`;
}

/** `length` cm of field between its borders; `pallu` is drawn over the field. */
function clothSvg(spec: ClothSpec, weave: Weave, inks: Inks, length: number, pallu = ''): string {
  const lower = weave.border(spec);
  const upper = (weave.upperBorder ?? weave.border)(spec);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${length * PIXELS_PER_CM}"
    height="${CLOTH_WIDTH * PIXELS_PER_CM}" viewBox="0 0 ${length} ${CLOTH_WIDTH}">
<defs>${pattern('f', weave.field(spec), inks, spec.seed, upper.height)}${pattern('l', lower, inks, spec.seed + 1)}
  ${pattern('u', upper, inks, spec.seed + 1)}</defs>
<rect width="${length}" height="${CLOTH_WIDTH}" fill="${inks.ground}"/>
  <rect y="${upper.height}" width="${length}" height="${CLOTH_WIDTH - upper.height - lower.height}" fill="url(#f)"/>
${pallu}
<g transform="translate(0 ${CLOTH_WIDTH - lower.height})">
  <rect width="${length}" height="${lower.height}" fill="url(#l)"/></g>
<g transform="translate(0 ${upper.height}) scale(1 -1)">
  <rect width="${length}" height="${upper.height}" fill="url(#u)"/></g></svg>`;
}

async function weaveTexture(
  draw: (inks: Inks) => string,
  spec: ClothSpec,
  fabric: Fabric,
  wraps: boolean,
): Promise<Texture> {
  const raster = (svg: string) => sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const matter = draw(substance);
  // Without metal and sheer ground the second raster has no information.
  const special = fabric.sheer > 0 || matter.includes(substance.zari);
  const [colour, kind] = await Promise.all([raster(draw(colours(spec))), special ? raster(matter) : null]);
  const { width, height } = colour.info;
  const pixels = new Uint8Array(width * height * 5);
  const sheer = fabric.sheer > 0;
  const bare = threadMap(spec.family, fabric, width, height, wraps);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      const metal = kind ? kind.data[i * 3] : 0;
      const thread = bare[i] * (kind ? relief(kind.data, x, y, width, height) : 1);
      for (let c = 0; c < 3; c += 1) {
        pixels[i * 5 + c] = Math.max(0, Math.min(255, colour.data[i * 3 + c] * thread));
      }
      pixels[i * 5 + 3] = metal;
      pixels[i * 5 + 4] = kind && sheer ? kind.data[i * 3 + 1] : 255;
    }
  }
  return withMips(pixels, width, height, PIXELS_PER_CM);
}

function relief(kind: Uint8Array, x: number, y: number, width: number, height: number): number {
  const row = y * width;
  const across = kind[(row + Math.min(width - 1, x + 1)) * 3] - kind[(row + Math.max(0, x - 1)) * 3];
  const down = kind[(Math.min(height - 1, y + 1) * width + x) * 3] - kind[(Math.max(0, y - 1) * width + x) * 3];
  return 1 + (across + down) * 0.0006;
}

const threadMaps = new Map<string, Float32Array>();

/** All cloths of a family have the same threads. */
function threadMap(family: Family, fabric: Fabric, width: number, height: number, wraps: boolean): Float32Array {
  const name = `${family} ${width}`;
  let map = threadMaps.get(name);
  if (!map) {
    map = new Float32Array(width * height);
    const seed = hash(family) & 0xffff;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) map[y * width + x] = threads(x, y, fabric, seed, wraps ? width : 0);
    }
    threadMaps.set(name, map);
  }
  return map;
}

function threads(x: number, y: number, fabric: Fabric, seed: number, period: number): number {
  const grid = ((x & 1) === (y & 1) ? 1 : -1) * fabric.grain * 0.05;
  // Blends two copies of the noise, so that the repeat is seamless.
  const weft = (at: number) =>
    noise(at * 0.45, y * 0.012, seed + 5) * fabric.grain * 0.07 +
    Math.max(0, noise(at * 0.33, y * 0.02, seed + 9) - 0.35) * fabric.slub * 0.5;
  const warp = (at: number) =>
    noise(y * 0.5, at * 0.02, seed + 11) * fabric.grain * 0.05 -
    Math.max(0, noise(y * 0.3, at * 0.014, seed + 17) - 0.45) * fabric.slub * 0.42;
  if (period === 0) return 1 + grid + weft(x) + warp(x);
  const blend = Math.min(1, Math.max(0, (x - period * 0.85) / (period * 0.15)));
  return 1 + grid + (weft(x) + warp(x)) * (1 - blend) + (blend > 0 ? (weft(x - period) + warp(x - period)) * blend : 0);
}

export async function weaveCloth(spec: ClothSpec): Promise<Cloth> {
  const weave = weaves[spec.family];
  const [body, pallu] = await Promise.all([
    weaveTexture((inks) => clothSvg(spec, weave, inks, REPEAT), spec, weave.fabric, true),
    weaveTexture(
      (inks) => clothSvg(spec, weave, inks, PALLU, weave.pallu(spec)(inks, new Random(spec.seed + 2))),
      spec,
      weave.fabric,
      false,
    ),
  ]);
  return { spec, fabric: weave.fabric, body, pallu, inks: colours(spec), border: weave.border(spec).height };
}
