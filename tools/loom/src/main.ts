import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { picturesOf, type Silhouette } from './catalogue.js';
import { posters } from './posters.js';
import { drawPicture, type PictureOrder } from './render.js';

const USAGE =
  'loom posters <directory> [name part]   draws the pictures of the home page\nloom sheet <file.png>                  draws one of each weave and silhouette on a sheet\nloom draw <order as JSON> <file.jpg>   draws one picture\n';

/** Contact sheet: each family of cloth, then each silhouette. */
async function sheet(file: string): Promise<void> {
  const cloths = [
    ...new Map(posters.flatMap(({ order }) => order.cloths).map((cloth) => [cloth.family, cloth])).values(),
  ];
  const silhouettes: Silhouette[] = [
    'lehenga',
    'frock',
    'kurta',
    'pants',
    'palazzo',
    'potli',
    'jhumka',
    'bangles',
    'dupatta',
    'family-girl',
    'family-boy',
    'family-all',
    'mother-daughter',
    'combo',
  ];
  const orders: PictureOrder[] = [
    ...cloths.flatMap((cloth) => picturesOf(cloth.family, 'saree', cloth)),
    ...silhouettes.flatMap((silhouette, k) => picturesOf(silhouette, silhouette, cloths[k % cloths.length]!)),
  ];
  const size = { width: 240, height: 300 };
  const columns = 9;
  const cells = [];
  for (const [k, order] of orders.entries()) {
    const picture = await drawPicture({ ...order, width: 480, height: 600 });
    cells.push({
      input: await sharp(picture).resize(size).toBuffer(),
      left: (k % columns) * (size.width + 4),
      top: Math.floor(k / columns) * (size.height + 4),
    });
  }
  const rows = Math.ceil(orders.length / columns);
  await sharp({
    create: { width: columns * (size.width + 4), height: rows * (size.height + 4), channels: 3, background: '#ffffff' },
  })
    .composite(cells)
    .png()
    .toFile(file);
}

const [command, first, second] = process.argv.slice(2);
if (command === 'posters' && first) {
  await mkdir(first, { recursive: true });
  for (const { publicId, order } of posters) {
    const name = publicId.split('/').at(-1) as string;
    if (second && !name.includes(second)) continue;
    await writeFile(join(first, `${name}.jpg`), await drawPicture(order));
    process.stdout.write(`${name}\n`);
  }
} else if (command === 'sheet' && first) {
  await sheet(first);
} else if (command === 'draw' && first && second) {
  await writeFile(second, await drawPicture(JSON.parse(first) as PictureOrder));
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
