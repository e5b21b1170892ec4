import { useEffect } from 'react';
import { brand } from '@rangavalli/contracts/brand';

/** Names the page in the browser's tab while the screen is shown: `Cart · Rangavalli`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : `${brand.name}. ${brand.tagline}`;
  }, [title]);
}
