/** What happened in a page, as its own observers saw it. Times are ms since the navigation began. */
export interface Seen {
  fcp: number;
  lcp: { at: number; what: string };
  /** Tasks longer than 50 ms. */
  longTasks: { at: number; ms: number }[];
  /** Layout shifts that no touch had caused. */
  shifts: { at: number; score: number; what: string }[];
  /** The worst delay from a touch to the next frame, ms. */
  interaction: number;
  /** When the page began to look otherwise after the touch that was waited for, ms after it; −1: not yet. */
  answered: number;
}

declare global {
  interface Window {
    seen?: Seen;
    /** Notes when `seen.answered` is to be taken: at the first change of the page after the next touch. */
    awaitAnswer?: () => void;
  }
}

/**
 * Runs in the page before any of its scripts (`addInitScript`): nothing from outside of the function may be used.
 * Own observers and not a library: bytes of the page's own would be measured with it, and which element it was is wanted.
 */
export function observe(): void {
  const seen: Seen = { fcp: 0, lcp: { at: 0, what: '' }, longTasks: [], shifts: [], interaction: 0, answered: -1 };
  window.seen = seen;

  const nameOf = (node: Node | null | undefined): string => {
    if (!(node instanceof Element)) return node?.parentElement ? nameOf(node.parentElement) : 'gone';
    const words = (node.getAttribute('alt') || node.textContent || '').trim().replaceAll(/\s+/g, ' ').slice(0, 32);
    const file = node instanceof HTMLImageElement ? (node.currentSrc.split('/').at(-1) ?? '') : '';
    return `<${node.tagName.toLowerCase()}> ${file || words}`;
  };
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    } as PerformanceObserverInit);
  };
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = { at: entry.startTime, what: nameOf((entry as PerformanceEntry & { element?: Element }).element) };
  });
  watch('longtask', (entry) => seen.longTasks.push({ at: entry.startTime, ms: entry.duration }));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources?: { node?: Node }[];
    };
    if (!hadRecentInput) seen.shifts.push({ at: entry.startTime, score: value, what: nameOf(sources?.[0]?.node) });
  });
  const touched = (entry: PerformanceEntry): void => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId) seen.interaction = Math.max(seen.interaction, entry.duration);
  };
  watch('event', touched, { durationThreshold: 16 });

  window.awaitAnswer = () => {
    const begin = (touch: Event): void => {
      const changes = new MutationObserver(() => {
        changes.disconnect();
        // A task after a frame's callbacks comes when that frame is painted.
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.addEventListener('message', () => (seen.answered = performance.now() - touch.timeStamp));
          painted.port1.start();
          painted.port2.postMessage(undefined);
        });
      });
      changes.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeFilter: ['aria-busy', 'disabled', 'hidden', 'open'],
      });
    };
    window.addEventListener('pointerdown', begin, { capture: true, once: true });
  };
}
