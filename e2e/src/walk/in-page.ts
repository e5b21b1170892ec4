export interface Control {
  kind: 'link' | 'button' | 'select' | 'choice' | 'file';
  name: string;
  /** Equal in repeated cards: only the first of them is clicked. */
  key: string;
  /** In header, footer or an area's sidebar. */
  inFrame: boolean;
  href?: string;
  newTab?: boolean;
  opener?: boolean;
  /** A click has nothing to change. */
  isSelected: boolean;
  inForm: boolean;
}

/** `window.walk` of every page that the walk opens. */
export interface Walk {
  /** Time of the page's last change, ms of `performance.now()`. */
  lastChange: number;
  effects: string[];
  /** What had the focus when the last dialog opened. */
  opener?: Element | null;
  resetEffects(): void;
  controls(): Control[];
  element(index: number): Element | null;
  cutOff(): string[];
  pictures(): { pending: string[]; broken: string[] };
}

declare global {
  interface Window {
    walk: Walk;
  }
}

/** Runs in the browser before a page's scripts. Self-contained: it is serialised. */
export function install(storage: Record<string, string>): void {
  try {
    sessionStorage.clear();
    // Not cleared: another tab, whose token would be missing for a moment, would leave for the login.
    for (const key of Object.keys(localStorage)) if (!(key in storage)) localStorage.removeItem(key);
    for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  } catch {
    // about:blank has no storage.
  }
  const SELECTOR =
    'a, button, summary, select, [role=button], [role=tab], [role=menuitem], [role=option], ' +
    'input:is([type=checkbox], [type=radio], [type=file], [type=submit])';
  const FRAME =
    'footer, body header[data-stuck], aside[aria-label="About the shop"], ' +
    'nav[aria-label="My account"], nav[aria-label="Admin"]';
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
  const isVisible = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return (
      box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  /** A field that its label draws is clicked there. */
  const clickTargetOf = (element: Element): Element => {
    const [label] = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return label && !isVisible(element) ? label : element;
  };
  const isDisabled = (element: Element): boolean =>
    element.matches(':disabled, [aria-disabled=true], [inert], [inert] *, [aria-hidden=true], [aria-hidden=true] *');
  const tagOf = (node: Element | null): string => `${node?.tagName}.${node?.getAttribute('class') ?? ''}`;
  const pathWithin = (element: Element, top: Element): string => {
    const parts: string[] = [];
    for (let node: Element | null = element; node && node !== top; node = node.parentElement) {
      parts.push(`${tagOf(node)}:${[...(node.parentElement?.children ?? [])].indexOf(node)}`);
    }
    return parts.join('<');
  };
  const keyOf = (element: Element, kind: string, name: string): string => {
    const card = element.closest('li, tr, article, fieldset');
    // Numbers in a name are counts that other tests change.
    if (!card) return `${kind} ${name.replaceAll(/\d+/g, '#')}`;
    const within =
      card.tagName === 'FIELDSET' && kind === 'choice' ? text(card.querySelector('legend')) : pathWithin(element, card);
    return `${kind} in ${tagOf(card.parentElement)}>${card.tagName} ${within}`;
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
    resetEffects: () => {
      walk.effects = [];
    },
    element: (index) => clickTargetOf(found[index] as Element),
    controls: () => {
      const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
      found = [...top.querySelectorAll(SELECTOR)].filter(
        (element) => isVisible(clickTargetOf(element)) && !isDisabled(element),
      );
      return found.map((element) => {
        const kind = kindOf(element);
        const name = nameOf(element);
        const link = element instanceof HTMLAnchorElement ? element : undefined;
        const isSelected =
          (element instanceof HTMLInputElement && element.type === 'radio' && element.checked) ||
          element.matches(
            '[aria-current]:not([aria-current=false]), [aria-selected=true], :is(li, [role=group]) [aria-pressed=true]',
          );
        return {
          kind,
          name,
          key: keyOf(element, kind, name),
          inFrame: top === document && element.closest(FRAME) !== null,
          isSelected,
          inForm: element.closest('form') !== null,
          ...(link && {
            href: link.getAttribute('href') ?? '',
            newTab: link.target === '_blank',
            opener: !/noopener|noreferrer/.test(link.rel),
          }),
        };
      });
    },
    cutOff: () => {
      const width = document.documentElement.clientWidth;
      const out: string[] = [];
      for (const element of document.body.querySelectorAll('*')) {
        const hasContent =
          element.matches('a, button, input, select, textarea, img') ||
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        if (!hasContent || !isVisible(element)) continue;
        const { left, right } = element.getBoundingClientRect();
        if (left >= -1 && right <= width + 1) continue;
        // Horizontally scrolling boxes are reachable; text for screen readers is invisible; the carousel turns; a
        // picture that is zoomed in is dragged.
        let isAllowed = false;
        for (let node: Element | null = element; node && !isAllowed; node = node.parentElement) {
          const { overflowX, clipPath, clip } = getComputedStyle(node);
          isAllowed =
            (/auto|scroll/.test(overflowX) &&
              node.scrollWidth > node.clientWidth &&
              node !== document.documentElement &&
              node !== document.body) ||
            clipPath === 'inset(50%)' ||
            clip.startsWith('rect(0') ||
            node.matches(
              'section[aria-labelledby="trending-wear"], [data-walk="turns"], dialog button[aria-pressed="true"]',
            );
        }
        const range = `${Math.round(left)}..${Math.round(right)} of ${width}`;
        if (!isAllowed) out.push(`${element.tagName.toLowerCase()} "${text(element).slice(0, 40)}" ${range}`);
      }
      return out;
    },
    pictures: () => {
      const shown = [...document.images].filter((image) => image.currentSrc && image.getClientRects().length > 0);
      return {
        pending: shown.filter(({ complete }) => !complete).map(({ currentSrc }) => currentSrc),
        broken: shown
          .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
          .map(({ currentSrc }) => currentSrc),
      };
    },
  };
  window.walk = walk;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function open() {
    walk.opener = document.activeElement;
    showModal.call(this);
  };
  const record = (effect: string) => walk.effects.push(effect);
  new MutationObserver((changes) => {
    walk.lastChange = performance.now();
    record(`page (${changes[0]?.type} of ${changes[0]?.target.nodeName})`);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener('scroll', () => record('scroll'), { capture: true, passive: true });
  addEventListener('invalid', () => record('invalid field'), { capture: true });
  window.print = () => void record('print');
}
