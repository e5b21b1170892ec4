import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { loadedRelease } from '@rangavalli/web-kit/federation/host';

/** A part of the page, as it is seen in the window, and whose it is. Pixels. */
export interface Boundary {
  slice: string;
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Too small to be anything that somebody sees, pixels. */
const SMALLEST = 4;

/** What each slice has on the page just now: the shell's page first, then the outermost parts of each remote that are in view. */
export function boundariesOn(page: Document, view: { innerWidth: number; innerHeight: number }): Boundary[] {
  const parts = [...page.querySelectorAll<HTMLElement>('[data-boundary]')].filter(
    ({ dataset, parentElement }) => !parentElement?.closest(`[data-boundary="${dataset['boundary']}"]`),
  );
  const found = [
    { slice: 'shell', element: page.getElementById('root') },
    ...parts.map((element) => ({ slice: element.dataset['boundary'] ?? '', element })),
  ];
  return found.flatMap(({ slice, element }) => {
    const area = element?.getBoundingClientRect();
    if (!area) return [];
    const [top, left] = [Math.max(0, area.top), Math.max(0, area.left)];
    const [width, height] = [
      Math.min(view.innerWidth, area.right) - left,
      Math.min(view.innerHeight, area.bottom) - top,
    ];
    return width < SMALLEST || height < SMALLEST ? [] : [{ slice, top, left, width, height }];
  });
}

/** The release of a slice on this page: the server tells the shell's, the registry those of the remotes. */
export function releaseOnPage(slice: string): string {
  if (slice === 'shell') return document.head.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? '';
  const name = (Object.keys(remotes) as RemoteName[]).find((one) => remotes[one].slice === slice);
  return (name && loadedRelease(name)) ?? 'not loaded';
}
