/** Something on a page that asks to be clicked. */
export interface Control {
  kind: 'link' | 'button' | 'select' | 'choice' | 'file';
  /** As assistive technology reads it. */
  name: string;
  /** Same in repeated cards: only the first of them is clicked. */
  like: string;
  /** In the parts that every page has: header, footer, the sidebar of an area. */
  frame: boolean;
  /** Links only. */
  href?: string;
  newTab?: boolean;
  opener?: boolean;
  /** Chosen already, so that a click has nothing to change. */
  chosen: boolean;
  inForm: boolean;
}

/** What the walk asks of a page; it lies in `window.walk` of every page that it opens. */
export interface Walk {
  /** Time of the page's last change, ms of `performance.now()`. */
  lastChange: number;
  effects: string[];
  /** Forgets the effects so far. */
  arm(): void;
  controls(): Control[];
  /** The element behind one of `controls()`. */
  element(index: number): Element | null;
  /** What of the page reaches out of the window at its sides. */
  cutOff(): string[];
  /** Pictures that are to be seen and have not come. */
  pictures(): { waiting: string[]; broken: string[] };
}

declare global {
  interface Window {
    walk: Walk;
  }
}

/** Runs in the browser before anything of a page does; self-contained, for it is sent there as text. */
export function install(storage: Record<string, string>): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  } catch {
    // about:blank has no storage.
  }
  const SELECTOR =
    'a, button, summary, select, [role=button], [role=tab], [role=menuitem], [role=option], input[type=checkbox], input[type=radio], input[type=file], input[type=submit]';
  const FRAME =
    'footer, body header[data-stuck], aside[aria-label="About the shop"], nav[aria-label="My account"], nav[aria-label="Admin"]';
  const text = (node: Element | null | undefined): string => (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby');
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    return (
      element.getAttribute('aria-label') ||
      (labelledBy &&
        labelledBy
          .split(' ')
          .map((id) => text(document.querySelector(`#${CSS.escape(id)}`)))
          .join(' ')) ||
      labels.map(text).join(' ') ||
      text(element) ||
      element.getAttribute('title') ||
      [...element.querySelectorAll('img')].map(({ alt }) => alt).join(' ')
    );
  };
  const seen = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return (
      box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  /** A box that is drawn by its label is clicked there. */
  const faceOf = (element: Element): Element => {
    const [label] = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return label && !seen(element) ? label : element;
  };
  /** Whether a click at its middle would come to it, or it lies outside of what can be reached now. */
  const disabled = (element: Element): boolean =>
    element.matches(':disabled, [aria-disabled=true], [inert], [inert] *, [aria-hidden=true], [aria-hidden=true] *');
  const pathWithin = (element: Element, top: Element): string => {
    const parts: string[] = [];
    for (let node: Element | null = element; node && node !== top; node = node.parentElement) {
      parts.push(
        `${node.tagName}.${node.getAttribute('class') ?? ''}:${[...(node.parentElement?.children ?? [])].indexOf(node)}`,
      );
    }
    return parts.join('<');
  };
  const likeOf = (element: Element, kind: string, name: string): string => {
    const card = element.closest('li, tr, article, fieldset');
    // Numbers in a name count what others may change meanwhile.
    if (!card) return `${kind} ${name.replaceAll(/\d+/g, '#')}`;
    // Every choice of a group of them does the same.
    const within =
      card.tagName === 'FIELDSET' && kind === 'choice' ? text(card.querySelector('legend')) : pathWithin(element, card);
    return `${kind} in ${card.parentElement?.tagName}.${card.parentElement?.getAttribute('class') ?? ''}>${card.tagName} ${within}`;
  };
  const kindOf = (element: Element): Control['kind'] => {
    if (element instanceof HTMLAnchorElement) return 'link';
    if (element instanceof HTMLSelectElement) return 'select';
    if (element instanceof HTMLInputElement)
      return element.type === 'file' ? 'file' : element.type === 'submit' ? 'button' : 'choice';
    return 'button';
  };
  let found: Element[] = [];
  const walk: Walk = {
    lastChange: performance.now(),
    effects: [],
    arm: () => {
      walk.effects = [];
    },
    element: (index) => faceOf(found[index] as Element),
    controls: () => {
      // Only what lies on top can be clicked.
      const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
      found = [...top.querySelectorAll(SELECTOR)].filter((element) => seen(faceOf(element)) && !disabled(element));
      return found.map((element) => {
        const kind = kindOf(element);
        const name = nameOf(element);
        const link = element instanceof HTMLAnchorElement ? element : undefined;
        const chosen =
          (element instanceof HTMLInputElement && element.type === 'radio' && element.checked) ||
          element.matches('[aria-current]:not([aria-current=false]), [aria-selected=true], li [aria-pressed=true]');
        return {
          kind,
          name,
          like: likeOf(element, kind, name),
          frame: top === document && element.closest(FRAME) !== null,
          chosen,
          inForm: element.closest('form') !== null,
          ...(link
            ? {
                href: link.getAttribute('href') ?? '',
                newTab: link.target === '_blank',
                opener: !/noopener|noreferrer/.test(link.rel),
              }
            : {}),
        };
      });
    },
    cutOff: () => {
      const width = document.documentElement.clientWidth;
      const out: string[] = [];
      for (const element of document.body.querySelectorAll('*')) {
        const speaks =
          element.matches('a, button, input, select, textarea, img') ||
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        if (!speaks || !seen(element)) continue;
        const { left, right } = element.getBoundingClientRect();
        if (left >= -1 && right <= width + 1) continue;
        // What scrolls sideways in a box of its own can be reached; words for screen readers alone are not seen; the ring of looks turns.
        let reached = false;
        for (let node: Element | null = element; node && !reached; node = node.parentElement) {
          const { overflowX, clipPath, clip } = getComputedStyle(node);
          reached =
            (/auto|scroll/.test(overflowX) &&
              node.scrollWidth > node.clientWidth &&
              node !== document.documentElement &&
              node !== document.body) ||
            clipPath === 'inset(50%)' ||
            clip.startsWith('rect(0') ||
            node.matches('section[aria-labelledby="trending-wear"], [data-walk="turns"]');
        }
        if (!reached)
          out.push(
            `${element.tagName.toLowerCase()} "${text(element).slice(0, 40)}" ${Math.round(left)}..${Math.round(right)} of ${width}`,
          );
      }
      return out;
    },
    pictures: () => {
      const shown = [...document.images].filter((image) => image.currentSrc && image.getClientRects().length > 0);
      return {
        waiting: shown.filter(({ complete }) => !complete).map(({ currentSrc }) => currentSrc),
        broken: shown
          .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
          .map(({ currentSrc }) => currentSrc),
      };
    },
  };
  window.walk = walk;
  const note = (effect: string) => walk.effects.push(effect);
  new MutationObserver((changes) => {
    walk.lastChange = performance.now();
    note(`page (${changes[0]?.type} of ${changes[0]?.target.nodeName})`);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener('scroll', () => note('scroll'), { capture: true, passive: true });
  addEventListener('invalid', () => note('a field asks to be filled'), { capture: true });
  window.print = () => void note('print');
}
