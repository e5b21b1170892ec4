import sharp from 'sharp';
import { CLOTH_WIDTH, type Cloth } from '../cloth.js';
import { linear } from '../light/develop.js';
import { finish } from '../light/print.js';
import { mottle as noise, type Random } from '../random.js';
import { sample } from '../texture.js';

const THREADS = 10.5;

/** The weave under a glass: each thread drawn, over and under, the figures as floats of metal. */
export async function closeUp(cloth: Cloth, random: Random, width: number, height: number): Promise<Uint8Array> {
  const shift = random.between(0, 64);
  const turn = random.between(-0.3, -0.12);
  const view = random.between(14, 16.5);
  const middleU = -random.between(20, 60);
  const middleV = CLOTH_WIDTH - cloth.border + random.between(-3.4, -0.8);
  const colour = new Float32Array(width * height * 3);
  const texel = new Float32Array(5);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const { handle } = cloth;
  const scale = view / width;
  let lastI = 1e9;
  let lastJ = 1e9;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const px = (x - width / 2) * scale;
      const py = (y - height / 2) * scale;
      // A slow swell crosses the picture from the lower left.
      const across = px * 0.62 + py * 0.78;
      const phase = across / 5.2 + 0.35 * noise(px / 9 + shift, py / 9);
      const swell = Math.sin(phase);
      const slope = Math.cos(phase);
      const u = middleU + px * cos - py * sin + swell * 0.5;
      const v = middleV + px * sin + py * cos + swell * 0.62;
      const wobble = noise(u * 0.9 + shift, v * 0.9) * 0.2;
      const gu = u * THREADS + wobble;
      const gv = v * THREADS * 1.06 + noise(u * 1.1, v * 0.4) * 0.2;
      const i = Math.floor(gu);
      const j = Math.floor(gv);
      const fu = gu - i;
      const fv = gv - j;
      if (i !== lastI || j !== lastJ) {
        lastI = i;
        lastJ = j;
        sample(cloth.body, 0, (i + 0.5) / THREADS, (j + 0.5) / (THREADS * 1.06), texel);
      }
      const metal = (texel[3] as number) / 255;
      const float = metal > 0.45;
      // Weft runs up and down the saree's width: v. Metal floats over two of three warps.
      const weftUp = float ? (i + j * 2) % 5 !== 0 : ((i + j) & 1) === 0;
      const side = weftUp ? fu * 2 - 1 : fv * 2 - 1;
      const run = weftUp ? fv : fu;
      const round = Math.sqrt(Math.max(0, 1 - side * side * 0.96));
      const arch = float && weftUp ? 1 : 0.62 + 0.38 * Math.sin(Math.PI * run);
      const thick = 1 + handle.slub * 0.5 * noise(weftUp ? i * 3.7 : u * 0.6, weftUp ? v * 0.6 : j * 3.7 + 20);
      const fibre = noise(weftUp ? gu * 5 : gu * 0.7, weftUp ? gv * 0.7 : gv * 5) * 0.1;
      const lean = -side * (weftUp ? 0.34 : 0.3);
      const key = Math.max(0, 0.62 + slope * 0.3 + lean * round) * 1.18;
      const gap = Math.min(1, round * arch * 1.35);
      const body = (0.2 + 0.8 * gap) * (1 + fibre) * thick;
      const facing = Math.max(0, round * arch * (0.72 + slope * 0.3 + lean * 0.5));
      const shine = facing * facing * facing * facing * facing * handle.sheen * 0.5;
      const glint = float ? cube(Math.max(0, 0.5 + slope * 0.32 + lean * 0.9)) * arch * (0.75 + 0.5 * noise(i * 9.1, j * 0.35 + run)) : 0;
      const through = handle.sheer > 0 && !float ? handle.sheer * (1 - (texel[4] as number) / 300) * (1 - gap * 0.5) : 0;
      const warp = weftUp ? 1.07 : 0.9;
      const k = (y * width + x) * 3;
      for (let c = 0; c < 3; c += 1) {
        const own = linear[Math.min(255, (texel[c] as number) | 0)] as number;
        let lit = own * body * key * warp + own * own * 0.12 + shine * (own * 0.8 + 0.1);
        if (float) lit = own * body * (0.3 + key * 0.42) + own * glint * 2.1 + glint * glint * 0.16;
        colour[k + c] = lit * (1 - through) + through * 0.72 * (c === 2 ? 0.86 : 1) * (0.75 + slope * 0.18);
      }
    }
  }
  return focus(finish(colour, width, height), width, height);
}

const cube = (x: number) => x * x * x;

/** Sharp along a band from upper right to lower left, soft away from it, as through a lens. */
async function focus(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const soft = await sharp(pixels, { raw: { width, height, channels: 3 } }).blur(width / 260).raw().toBuffer();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const away = Math.abs((x / width - 0.5) * 0.5 + (y / height - 0.52));
      const share = Math.max(0, Math.min(1, (away - 0.34) / 0.32));
      if (share === 0) continue;
      const k = (y * width + x) * 3;
      for (let c = k; c < k + 3; c += 1) pixels[c] = (pixels[c] as number) * (1 - share) + (soft[c] as number) * share;
    }
  }
  return pixels;
}
