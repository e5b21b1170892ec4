/** Times are ms since the navigation started. */
export interface Observations {
  fcp: number;
  lcp: { at: number; what: string };
  /** Tasks longer than 50 ms. */
  longTasks: { at: number; ms: number }[];
  /** Without those caused by input. */
  shifts: { at: number; score: number; what: string }[];
  /** The longest delay from an input to the next frame. */
  interaction: number;
  /** From the awaited tap to the next painted change; −1: not yet. */
  tapResponse: number;
  /** When Add to Cart first had a handler; −1: not yet. */
  responsive: number;
}

declare global {
  interface Window {
    observations?: Observations;
    awaitTapResponse?: () => void;
  }
}

/** Runs in the page before its scripts. Self-contained: it is serialised. Unlike a library, it names elements. */
export function observe(): void {
  const observations: Observations = {
    fcp: 0,
    lcp: { at: 0, what: '' },
    longTasks: [],
    shifts: [],
    interaction: 0,
    tapResponse: -1,
    responsive: -1,
  };
  window.observations = observations;

  const nameOf = (node: Node | null | undefined): string => {
    if (!(node instanceof Element)) return node?.parentElement ? nameOf(node.parentElement) : 'gone';
    const text = (node.getAttribute('alt') || node.textContent || '').trim().replaceAll(/\s+/g, ' ').slice(0, 32);
    const file = node instanceof HTMLImageElement ? (node.currentSrc.split('/').at(-1) ?? '') : '';
    return `<${node.tagName.toLowerCase()}> ${file || text}`;
  };
  const watch = (type: string, handle: (entry: PerformanceEntry) => void, more: object = {}): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true, ...more });
  };
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') observations.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    observations.lcp = {
      at: entry.startTime,
      what: nameOf((entry as PerformanceEntry & { element?: Element }).element),
    };
  });
  watch('longtask', (entry) => observations.longTasks.push({ at: entry.startTime, ms: entry.duration }));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources?: { node?: Node }[];
    };
    if (!hadRecentInput)
      observations.shifts.push({ at: entry.startTime, score: value, what: nameOf(sources?.[0]?.node) });
  });
  const handleInput = (entry: PerformanceEntry): void => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId) observations.interaction = Math.max(observations.interaction, entry.duration);
  };
  watch('event', handleInput, { durationThreshold: 16 });

  const POLL_MS = 10;
  let button: Element | undefined;
  // A search of the page every 10 ms would slow it down.
  const poll = (): void => {
    if (!button?.isConnected)
      button = [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === 'Add to Cart');
    // React's mark of a hydrated element.
    if (button && Object.keys(button).some((key) => key.startsWith('__reactProps')))
      observations.responsive = performance.now();
    else setTimeout(poll, POLL_MS);
  };
  if (location.pathname.startsWith('/product/')) poll();

  window.awaitTapResponse = () => {
    const observe = (tap: Event): void => {
      const changes = new MutationObserver(() => {
        changes.disconnect();
        // A task queued in a frame callback runs after the paint.
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.addEventListener(
            'message',
            () => (observations.tapResponse = performance.now() - tap.timeStamp),
          );
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
    window.addEventListener('pointerdown', observe, { capture: true, once: true });
  };
}
