export const dyes = {
  kumkum: '#8c1c2e',
  arakku: '#6e1423',
  maroon: '#571422',
  rani: '#b3175f',
  rose: '#c9526f',
  gulabi: '#e3a1ad',
  onion: '#c88a86',
  coral: '#d9634c',
  brick: '#a5432f',
  rust: '#b0561f',
  orange: '#d9701c',
  turmeric: '#d99b1e',
  mustard: '#c28a1c',
  lemon: '#e6cb62',
  mango: '#e2a52b',
  parrot: '#5f9a2b',
  leaf: '#2e6b3e',
  bottle: '#123f30',
  olive: '#6d7035',
  mehendi: '#576026',
  pista: '#b7c99a',
  mint: '#a9d0bb',
  sea: '#3f8f86',
  peacock: '#0f5a5e',
  teal: '#146b70',
  ananda: '#1c6fa8',
  sky: '#9dc3da',
  powder: '#bcd0de',
  royal: '#23399a',
  navy: '#18234f',
  indigo: '#27375f',
  ink: '#1c1a26',
  violet: '#5b2a80',
  brinjal: '#42193f',
  lavender: '#b7a3cf',
  mauve: '#8f5f86',
  wine: '#5c1133',
  grape: '#6e3163',
  cotton: '#f3ead9',
  ivory: '#efe3c8',
  cream: '#ecdcb8',
  beige: '#cdb58c',
  honey: '#c39a55',
  tussar: '#c2a06a',
  camel: '#a9804b',
  coffee: '#5a3a28',
  grey: '#8d8a88',
  ash: '#b9b3aa',
  steel: '#5d6673',
  black: '#1b181b',
  white: '#f8f4ec',
  madder: '#9b3126',
  alizarin: '#7e2320',
  kashish: '#2b2422',
  haldi: '#cf9a3a',
} as const;

export type Dye = keyof typeof dyes;

export const zaris = { gold: '#d3a548', antique: '#b98643', copper: '#b8734a', silver: '#c9c8c6' } as const;

export type Zari = keyof typeof zaris;

export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** `amount` 0 returns the first colour, 1 the second. */
export function mix(from: string, to: string, amount: number): string {
  const a = rgb(from);
  const b = rgb(to);
  return `#${a
    .map((part, i) =>
      Math.round(part + (b[i] - part) * amount)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
