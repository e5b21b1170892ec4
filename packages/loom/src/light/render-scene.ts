import { speck } from '../random.js';
import { sample } from '../texture.js';
import { blank, fillTriangle, PARTS, type Frame } from './frame.js';
import { OCCLUSION_STEP, occlusion } from './occlusion.js';
import { postProcess } from './post-process.js';
import type { Material, Scene, Sheet } from './scene.js';
import { ShadowMap, unit } from './shadow.js';
import { lightVertices } from './vertices.js';

const KEY_LIGHT = unit([-0.6, -0.62, 0.62]);
/** sRGB byte to linear light. */
export const linear = Float32Array.from({ length: 256 }, (_, i) => Math.pow(i / 255, 2.2));

export function renderScene(scene: Scene, width: number, height: number): Uint8Array {
  const light = scene.light ? unit(scene.light) : KEY_LIGHT;
  const shadow = new ShadowMap(scene.sheets, light);
  const opaque = blank('opaque', width, height);
  const thick = scene.sheets.filter(({ material }) => !isSheer(material));
  const thin = scene.sheets.filter(({ material }) => isSheer(material));
  const paint = (sheets: readonly Sheet[], frame: Frame, behind: Frame | null) => {
    // Nearest first, so that hidden pixels are skipped.
    for (const one of [...sheets].sort((a, b) => heightOf(b) - heightOf(a))) {
      const vertices = lightVertices(one, scene.camera, width, height, light, shadow);
      fillSheet(frame, one, vertices, scene.sheets.indexOf(one) + 1, behind);
    }
  };
  paint(thick, opaque, null);
  const pixelsPerCm = width / scene.camera.width;
  const materials = scene.sheets.map(({ material }) => material);
  const colour = canvas(width * height * 3);
  shade(opaque, materials, occlusion(opaque.depth, width, height, pixelsPerCm), colour);
  if (thin.length > 0) {
    const veil = blank('veil', width, height);
    paint(thin, veil, opaque);
    for (let i = 0; i < veil.depth.length; i += 1) {
      if (veil.sheet[i] === 0) veil.depth[i] = opaque.depth[i];
    }
    shade(veil, materials, occlusion(veil.depth, width, height, pixelsPerCm), colour);
  }
  return postProcess(colour, width, height);
}

let buffer = new Float32Array(0);

function canvas(length: number): Float32Array {
  if (buffer.length !== length) buffer = new Float32Array(length);
  return buffer.fill(0);
}

function heightOf({ points, material }: Sheet): number {
  return material.ground ? -1e6 : points[Math.floor(points.length / 6) * 3 + 2];
}

function isSheer({ cloth }: Material): boolean {
  return cloth !== undefined && cloth.fabric.sheer > 0;
}

function fillSheet(
  frame: Frame,
  { columns, rows, material, gap = 0 }: Sheet,
  vertices: Float32Array,
  index: number,
  behind: Frame | null,
): void {
  const step = columns + 1;
  const texels = material.cloth ? material.cloth.body.scale : 0;
  for (let j = 0; j < rows; j += 1) {
    for (let i = 0; i < columns; i += 1) {
      if (gap > 0 && i % gap === gap - 1) continue;
      const a = (j * step + i) * PARTS;
      const b = a + PARTS;
      const c = a + step * PARTS;
      const d = c + PARTS;
      fillTriangle(frame, vertices, a, b, c, index, texels, behind);
      fillTriangle(frame, vertices, b, d, c, index, texels, behind);
    }
  }
}

/** Colours covered pixels; sheer cloth is blended with `colour`. */
function shade(frame: Frame, materials: readonly Material[], open: Float32Array, colour: Float32Array): void {
  const { width, height } = frame;
  const texel = new Float32Array(5);
  const small = Math.ceil(width / OCCLUSION_STEP);
  const opennessRows = open.length / small;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      const index = frame.sheet[i];
      if (index === 0) continue;
      const material = materials[index - 1];
      const u = frame.u[i];
      const v = frame.v[i];
      let density = 1;
      if (material.cloth) {
        const { cloth } = material;
        sample(u < 0 ? cloth.body : cloth.pallu, frame.level[i], u, v, texel);
        if (cloth.fabric.sheer > 0) density = cover(cloth.fabric.sheer, texel[4] / 255, frame.layers[i]);
      } else {
        const shadeOf = 1 + (speck(u * 2.2, v * 2.2) + speck(v * 11, u * 11) * 0.6) * material.mottle;
        texel[0] = material.colour[0] * shadeOf;
        texel[1] = material.colour[1] * shadeOf;
        texel[2] = material.colour[2] * shadeOf;
        texel[3] = material.metal * 255;
      }
      const seen = between(open, small, opennessRows, x / OCCLUSION_STEP, y / OCCLUSION_STEP);
      const key = frame.key[i] * 1.42 * (0.35 + 0.65 * seen);
      const sky = frame.sky[i] * seen * 0.36;
      const sheen = frame.sheen[i] * material.sheen;
      const metal = texel[3] / 255;
      const glint = metal > 0.02 ? sparkle(u, v) * frame.gloss[i] * (0.4 + 0.6 * seen) : 0;
      const bright = metal > 0.02 ? glint * glint * 0.1 * metal : 0;
      const thread = 1 - metal;
      const mirror = (key * 0.42 + sky * 0.75 + glint * 1.25) * metal;
      for (let c = 0; c < 3; c += 1) {
        const byte = texel[c];
        const own = linear[byte < 0 ? 0 : byte > 255 ? 255 : byte | 0];
        // `own * own`: light between folds takes the colour of the cloth twice.
        const plain =
          own * (key * WARM[c] + sky * COOL[c]) + own * own * sky * 0.55 + sheen * (own * 0.97 + 0.026) * WARM[c];
        const lit = plain * thread + own * mirror + bright;
        const k = i * 3 + c;
        colour[k] = density >= 1 ? lit : colour[k] * (1 - density) + lit * density;
      }
    }
  }
}

function between(grid: Float32Array, columns: number, rows: number, x: number, y: number): number {
  const x0 = x | 0;
  const y0 = y | 0;
  const x1 = x0 + 1 < columns ? x0 + 1 : x0;
  const below = y0 + 1 < rows ? columns : 0;
  const fx = x - x0;
  const at = y0 * columns;
  const top = grid[at + x0] * (1 - fx) + grid[at + x1] * fx;
  const low = grid[at + below + x0] * (1 - fx) + grid[at + below + x1] * fx;
  return top + (low - top) * (y - y0);
}

const WARM = [1.03, 0.985, 0.93];
const COOL = [0.97, 0.985, 1.03];

function cover(sheer: number, dense: number, layers: number): number {
  const one = 1 - sheer * (1 - dense * 0.82);
  return 1 - Math.pow(1 - one, Math.max(1, Math.min(6, layers)));
}

function sparkle(u: number, v: number): number {
  let h = Math.imul(Math.floor(u * 7), 374761393) ^ Math.imul(Math.floor(v * 9), 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return 0.72 + 0.56 * (((h ^ (h >>> 16)) >>> 0) / 4294967296);
}
