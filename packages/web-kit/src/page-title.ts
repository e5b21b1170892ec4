import { usePageHead } from './page-head.js';

/** Names the page in the browser's tab while the screen is shown: `Cart · Rangavalli`. */
export function usePageTitle(title: string): void {
  usePageHead({ title });
}
