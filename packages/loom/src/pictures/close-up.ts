import sharp from 'sharp';
import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { linear } from '../light/render-scene.js';
import { postProcess } from '../light/post-process.js';
import { mottle, speck, type Random } from '../random.js';
import { sample } from '../texture.js';

/** Threads per centimetre, coarser than real silk so that each is visible. */
const WARP = 10.5;
const WEFT = 11.1;
/** Pixels between computed positions; those between are interpolated. */
const STRIDE = 8;

export async function closeUp(cloth: Cloth, random: Random, width: number, height: number): Promise<Uint8Array> {
  const place = placing(cloth, random, width, height);
  const colour = new Float32Array(width * height * 3);
  const drawThread = threadPainter(cloth, colour);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  for (let y = 0; y < height; y += 1) {
    place(0, y, to);
    for (let x0 = 0; x0 < width; x0 += STRIDE) {
      from.set(to);
      place(x0 + STRIDE, y, to);
      const end = Math.min(width, x0 + STRIDE);
      for (let x = x0; x < end; x += 1) {
        const part = (x - x0) / STRIDE;
        drawThread((y * width + x) * 3, lerp(from, to, 0, part), lerp(from, to, 1, part), lerp(from, to, 2, part));
      }
    }
  }
  return focus(postProcess(colour, width, height), width, height);
}

const lerp = (a: Float64Array, b: Float64Array, k: number, part: number) => a[k] + (b[k] - a[k]) * part;

function placing(
  cloth: Cloth,
  random: Random,
  width: number,
  height: number,
): (x: number, y: number, out: Float64Array) => void {
  const shift = random.between(0, 64);
  const turn = random.between(-0.3, -0.12);
  const scale = random.between(14, 16.5) / width;
  const middleU = -random.between(20, 60);
  const middleV = CLOTH_WIDTH - cloth.border + random.between(-3.4, -0.8);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return (x, y, out) => {
    const px = (x - width / 2) * scale;
    const py = (y - height / 2) * scale;
    const phase = (px * 0.62 + py * 0.78) / 5.2 + 0.3 * Math.sin(px / 4.1 + shift + Math.sin(py / 5.3));
    const swell = Math.sin(phase);
    const u = middleU + px * cos - py * sin + swell * 0.5;
    const v = middleV + px * sin + py * cos + swell * 0.62;
    out[0] = u * WARP + Math.sin(v * 1.7 + shift) * 0.14;
    out[1] = v * WEFT + Math.sin(u * 1.9 + shift) * 0.14;
    out[2] = Math.cos(phase);
  };
}

function threadPainter(
  { body, fabric }: Cloth,
  colour: Float32Array,
): (k: number, gu: number, gv: number, slope: number) => void {
  const texel = new Float32Array(5);
  let lastI = 1e9;
  let lastJ = 1e9;
  return (k, gu, gv, slope) => {
    const i = Math.floor(gu);
    const j = Math.floor(gv);
    const fu = gu - i;
    const fv = gv - j;
    if (i !== lastI || j !== lastJ) {
      lastI = i;
      lastJ = j;
      sample(body, 0, (i + 0.5) / WARP, (j + 0.5) / WEFT, texel);
    }
    const float = texel[3] > 115;
    // Metal floats over four of five warps.
    const weftUp = float ? (i + j * 2) % 5 !== 0 : ((i + j) & 1) === 0;
    const side = weftUp ? fu * 2 - 1 : fv * 2 - 1;
    const run = weftUp ? fv : fu;
    const round = Math.sqrt(Math.max(0, 1 - side * side * 0.96));
    const arch = float && weftUp ? 1 : 0.62 + 1.52 * run * (1 - run);
    const thick =
      fabric.slub < 0.1
        ? 1
        : 1 + fabric.slub * 0.5 * mottle(weftUp ? i * 3.7 : gu * 0.057, weftUp ? gv * 0.054 : j * 3.7 + 20);
    const fibre = speck(weftUp ? gu * 5 : gu * 0.7, weftUp ? gv * 0.7 : gv * 5) * 0.1;
    const lean = -side * (weftUp ? 0.34 : 0.3);
    const key = Math.max(0, 0.62 + slope * 0.3 + lean * round) * 1.18;
    const gap = Math.min(1, round * arch * 1.35);
    const thread = (0.2 + 0.8 * gap) * (1 + fibre) * thick;
    const facing = Math.max(0, round * arch * (0.72 + slope * 0.3 + lean * 0.5));
    const shine = facing * facing * facing * facing * facing * fabric.sheen * 0.5;
    const glint = float
      ? cube(Math.max(0, 0.5 + slope * 0.32 + lean * 0.9)) * arch * (0.75 + 0.5 * speck(i * 9.1, j * 0.35 + run))
      : 0;
    const through = fabric.sheer > 0 && !float ? fabric.sheer * (1 - texel[4] / 300) * (1 - gap * 0.5) : 0;
    const warp = weftUp ? 1.07 : 0.9;
    for (let c = 0; c < 3; c += 1) {
      const own = linear[Math.min(255, texel[c] | 0)];
      const lit = float
        ? own * thread * (0.3 + key * 0.42) + own * glint * 2.1 + glint * glint * 0.16
        : own * thread * key * warp + own * own * 0.12 + shine * (own * 0.8 + 0.1);
      colour[k + c] = lit * (1 - through) + through * 0.72 * (c === 2 ? 0.86 : 1) * (0.75 + slope * 0.18);
    }
  };
}

const cube = (x: number) => x * x * x;

/** Blurs the picture outside a diagonal band, like a lens. */
async function focus(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const soft = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(width / 260)
    .raw()
    .toBuffer();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const away = Math.abs((x / width - 0.5) * 0.5 + (y / height - 0.52));
      const share = Math.max(0, Math.min(1, (away - 0.34) / 0.32));
      if (share === 0) continue;
      const k = (y * width + x) * 3;
      for (let c = k; c < k + 3; c += 1) pixels[c] = pixels[c] * (1 - share) + soft[c] * share;
    }
  }
  return pixels;
}
