import type { RemoteName } from '@rangavalli/contracts/fragments';
import { loadedRelease } from '@rangavalli/web-kit/federation/host';

/** Pixels of the viewport. */
export interface Boundary {
  slice: string;
  top: number;
  left: number;
  width: number;
  height: number;
}

const MIN_SIZE_PX = 4;

/** Returns the shell's page first, then the outermost parts of each remote. */
export function findBoundaries(page: Document, view: { innerWidth: number; innerHeight: number }): Boundary[] {
  const parts = [...page.querySelectorAll<HTMLElement>('[data-boundary]')].filter(
    ({ dataset, parentElement }) => !parentElement?.closest(`[data-boundary="${dataset['boundary']}"]`),
  );
  const areas = [
    { slice: 'shell', element: page.getElementById('root') },
    ...parts.map((element) => ({ slice: element.dataset['boundary'] ?? '', element })),
  ];
  return areas.flatMap(({ slice, element }) => {
    const area = element?.getBoundingClientRect();
    if (!area) return [];
    const [top, left] = [Math.max(0, area.top), Math.max(0, area.left)];
    const width = Math.min(view.innerWidth, area.right) - left;
    const height = Math.min(view.innerHeight, area.bottom) - top;
    return width < MIN_SIZE_PX || height < MIN_SIZE_PX ? [] : [{ slice, top, left, width, height }];
  });
}

export function releaseOnPage(slice: string) {
  if (slice === 'shell') return document.head.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? '';
  return loadedRelease(slice.replaceAll('-', '_') as RemoteName) ?? 'not loaded';
}
