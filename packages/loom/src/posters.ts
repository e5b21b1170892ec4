import type { Dye, Zari } from './palette.js';
import type { Ground } from './pictures/ground.js';
import type { PictureKind } from './pictures/kinds.js';
import { hash } from './random.js';
import type { PictureSpec } from './render.js';
import type { ClothSpec, Family } from './weaves/weave.js';

export interface Poster {
  name: string;
  spec: PictureSpec;
}

function cloth(
  family: Family,
  ground: Dye,
  border: Dye,
  accent: Dye,
  more: { second?: Dye; pallu?: Dye; zari?: Zari; motif?: number } = {},
): ClothSpec {
  return { family, ground, border, accent, zari: 'gold', ...more, seed: hash(`${family} ${ground} ${border}`) };
}

const cloths = {
  wedding: cloth('kanchipuram', 'arakku', 'bottle', 'mango', { motif: 2 }),
  temple: cloth('kanchipuram', 'peacock', 'kumkum', 'mango'),
  mustard: cloth('kanchipuram', 'mustard', 'violet', 'rani', { motif: 1 }),
  night: cloth('banarasi', 'navy', 'navy', 'rani', { second: 'parrot' }),
  rose: cloth('banarasi', 'rani', 'rani', 'parrot', { second: 'orange' }),
  leaf: cloth('banarasi', 'bottle', 'kumkum', 'coral', { motif: 2 }),
  mist: cloth('chanderi', 'pista', 'mehendi', 'rose'),
  cloud: cloth('chanderi', 'powder', 'royal', 'rose', { zari: 'silver', motif: 2 }),
  maratha: cloth('paithani', 'violet', 'rani', 'parrot', { second: 'orange' }),
  teal: cloth('paithani', 'teal', 'kumkum', 'parrot', { second: 'mango' }),
  vine: cloth('kalamkari', 'cotton', 'madder', 'indigo', { second: 'haldi', motif: 1 }),
  indigoVine: cloth('kalamkari', 'indigo', 'alizarin', 'madder', { second: 'haldi' }),
  feather: cloth('ikat', 'indigo', 'maroon', 'rust', { second: 'turmeric' }),
  redFeather: cloth('ikat', 'kumkum', 'ink', 'mustard', { second: 'leaf', motif: 1 }),
  squares: cloth('patola', 'bottle', 'kumkum', 'kumkum', { second: 'turmeric' }),
  blueSquares: cloth('patola', 'navy', 'brick', 'brick', { second: 'mango', motif: 1 }),
  petal: cloth('organza', 'gulabi', 'rose', 'rose', { second: 'olive' }),
  lilac: cloth('organza', 'lavender', 'mauve', 'violet', { second: 'leaf', zari: 'silver', motif: 1 }),
  honey: cloth('tussar', 'tussar', 'kumkum', 'ivory', { pallu: 'kumkum' }),
  forest: cloth('tussar', 'honey', 'bottle', 'ivory', { pallu: 'bottle', motif: 1 }),
  guntur: cloth('mangalagiri', 'teal', 'teal', 'mustard', { pallu: 'mustard' }),
  kutch: cloth('bandhani', 'kumkum', 'bottle', 'turmeric', { pallu: 'bottle' }),
  star: cloth('ajrakh', 'indigo', 'alizarin', 'alizarin', { second: 'haldi', pallu: 'alizarin' }),
} satisfies Record<string, ClothSpec>;

type Name = keyof typeof cloths;

function poster(
  name: string,
  kind: PictureKind,
  ground: Ground,
  width: number,
  height: number,
  [first, ...rest]: readonly [Name, ...Name[]],
): Poster {
  return {
    name,
    spec: {
      kind,
      ground,
      width,
      height,
      seed: hash(name.replace(/-(desktop|mobile)$/, '')),
      cloths: [cloths[first], ...rest.map((one) => cloths[one])],
    },
  };
}

/** In the order of the slides: Timeless Style, Tailored Grace, Effortless Beauty, Unveil Your Elegance. */
const heroes = (
  [
    ['figures', 'sand', ['wedding', 'teal']],
    ['tailored', 'sage', ['night', 'star']],
    ['rail', 'rose', ['mist', 'petal', 'honey', 'cloud']],
    ['table', 'stone', ['temple', 'maratha', 'rose']],
  ] as const
).flatMap(([kind, ground, names], k) => [
  poster(`hero-${k + 1}-desktop`, kind, ground, 1920, 900, names),
  poster(`hero-${k + 1}-mobile`, kind, ground, 780, 1100, names),
]);

const carousel = (
  [
    'temple',
    'night',
    'mist',
    'maratha',
    'vine',
    'feather',
    'wedding',
    'squares',
    'petal',
    'honey',
    'mustard',
    'leaf',
    'lilac',
  ] as const
).map((name, k) =>
  poster(
    `carousel-${k + 1}`,
    k % 3 === 1 ? 'drape' : 'worn',
    (['lime', 'sand', 'rose', 'stone', 'sage'] as const)[k % 5],
    600,
    750,
    [name],
  ),
);

/** Pattu, Handloom, Customised, Family Combo, Kidswear, Accessories: as the captions of the home page. */
const trending = (
  [
    ['worn', 'rose', 'sand'],
    ['worn', 'redFeather', 'lime'],
    ['worn', 'indigoVine', 'rose'],
    ['mother-and-child', 'temple', 'sand'],
    ['child-lehenga', 'maratha', 'sage'],
    ['potli', 'night', 'lime'],
  ] as const
).map(([kind, name, ground], k) => poster(`trending-${k + 1}`, kind, ground, 600, 860, [name]));

/** Kanchipuram, Banarasi, Handloom, Ikat, all sarees, made to order. */
const mosaic = (
  [
    ['flat-lay', 'sand', 800, 1000, ['wedding']],
    ['close-up', 'lime', 800, 640, ['night']],
    ['rail', 'lime', 800, 1000, ['guntur', 'vine']],
    ['close-up', 'lime', 800, 640, ['feather']],
    ['pile', 'stone', 800, 800, ['temple', 'guntur', 'rose', 'honey', 'maratha', 'leaf']],
    ['combo-table', 'rose', 800, 1000, ['forest']],
  ] as const
).map(([kind, ground, width, height, names], k) => poster(`mosaic-${k + 1}`, kind, ground, width, height, names));

const promo = (
  [
    ['pile', 'sand', ['wedding', 'mist', 'maratha', 'feather', 'rose', 'temple']],
    ['table', 'rose', ['petal', 'blueSquares', 'honey']],
    ['rail', 'stone', ['guntur', 'honey', 'star', 'redFeather']],
    ['table', 'lime', ['maratha', 'leaf', 'temple']],
  ] as const
).map(([kind, ground, names], k) => poster(`promo-${k + 1}`, kind, ground, 1000, 640, names));

export const posters: readonly Poster[] = [...heroes, ...carousel, ...trending, ...mosaic, ...promo];
