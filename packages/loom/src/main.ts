import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { z } from 'zod';
import { productPictures, silhouettes } from './catalogue.js';
import { dyes, zaris, type Dye, type Zari } from './palette.js';
import { renderFiles, type RenderJob } from './pool.js';
import { posters } from './posters.js';
import { hash } from './random.js';
import { renderPicture } from './render.js';
import { weaves } from './weaves/families.js';
import type { ClothSpec, Family } from './weaves/weave.js';

const USAGE = `Usage:
  npm run demo:render [-- <name part>]    renders demo/pictures, or the files whose names contain the part
  node packages/loom/dist/main.js sheet <file.png>    renders one of each weave and silhouette onto a contact sheet
`;
const DEMO = fileURLToPath(new URL('../../../demo/', import.meta.url));

const dye = z.enum(Object.keys(dyes) as [Dye]);
const catalogue = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    picture: z.object({
      silhouette: z.enum(silhouettes),
      cloth: z.object({
        family: z.enum(Object.keys(weaves) as [Family]),
        ground: dye,
        border: dye,
        pallu: dye.optional(),
        accent: dye,
        second: dye.optional(),
        zari: z.enum(Object.keys(zaris) as [Zari]),
        motif: z.int().optional(),
      }),
    }),
  }),
);

async function demoJobs(): Promise<RenderJob[]> {
  const folder = join(DEMO, 'catalogue');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const lists = await Promise.all(
    files.map(async (file) => catalogue.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))),
  );
  const products = lists.flat().map(({ id, name, picture: { silhouette, cloth } }) => {
    const specs = productPictures(name, silhouette, { ...cloth, seed: hash(name) });
    return specs.map((spec, k) => ({ file: join(DEMO, 'pictures/products', `${id}-${k + 1}.avif`), spec }));
  });
  return [
    ...posters.map(({ name, spec }) => [{ file: join(DEMO, 'pictures/home', `${name}.avif`), spec }]),
    ...products,
  ];
}

async function renderDemo(namePart: string): Promise<void> {
  const jobs = (await demoJobs())
    .map((job) => job.filter(({ file }) => file.includes(namePart, DEMO.length)))
    .filter((job) => job.length > 0);
  let rendered = 0;
  await renderFiles(jobs, (job) => {
    rendered += 1;
    process.stdout.write(
      `${rendered} of ${jobs.length}: ${job.map(({ file }) => file.slice(DEMO.length)).join(', ')}\n`,
    );
  });
}

async function renderContactSheet(file: string): Promise<void> {
  const cloths = [...new Map(posters.flatMap(({ spec }) => spec.cloths.map((cloth) => [cloth.family, cloth])))] as [
    string,
    ClothSpec,
  ][];
  const specs = [
    ...cloths.flatMap(([family, cloth]) => productPictures(family, 'saree', cloth)),
    ...silhouettes.slice(1).flatMap((name, k) => productPictures(name, name, cloths[k % cloths.length][1])),
  ];
  const [width, height, columns, gap] = [240, 300, 9, 4];
  const cells = [];
  for (const [k, spec] of specs.entries()) {
    const picture = await renderPicture({ ...spec, width: width * 2, height: height * 2 });
    cells.push({
      input: await picture.resize(width, height).png().toBuffer(),
      left: (k % columns) * (width + gap),
      top: Math.floor(k / columns) * (height + gap),
    });
  }
  const rows = Math.ceil(specs.length / columns);
  const size = { width: columns * (width + gap), height: rows * (height + gap) };
  await sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(cells)
    .toFile(file);
}

const [command, argument] = process.argv.slice(2);
if (command === 'demo') {
  await renderDemo(argument ?? '');
} else if (command === 'sheet' && argument) {
  await renderContactSheet(argument);
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
