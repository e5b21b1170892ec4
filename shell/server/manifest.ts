import { brand } from '@rangavalli/contracts/brand';

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#fbf7f0" d="M0 0h32v32H0z"/><path fill="#8c1c2e" d="M5 23.5 16 6l11 17.5z"/><path fill="#fbf7f0" d="m12.2 19.5 3.8-6 3.8 6z"/><path fill="#b98a2f" d="M5 25.5h22v1.6H5z"/></svg>`;

export const manifest = {
  name: brand.name,
  short_name: brand.name,
  description: `${brand.tagline}.`,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en-IN',
  background_color: '#fbf7f0',
  theme_color: brand.themeColour,
  icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
} as const;
