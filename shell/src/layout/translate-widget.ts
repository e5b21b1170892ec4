import { indianLanguages } from './translate-elsewhere.js';

/**
 * Google's page translator. Its files come from
 * - translate.google.com (`element.js`, this file asks for it), translate.googleapis.com (its code and words),
 *   translate-pa.googleapis.com (languages, translations), www.gstatic.com (its style),
 * and `gateway/src/security/csp.ts` lets in these.
 */
const SCRIPT = 'https://translate.google.com/translate_a/element.js';
/** Called by the script when it is ready. */
const CALLBACK = 'rangavalliTranslateReady';
/** A translator that is not there after this is given up, ms: offline, or blocked. */
export const TRANSLATE_DEADLINE_MS = 10_000;

interface Translator {
  translate?: {
    TranslateElement?: new (
      options: { pageLanguage: string; includedLanguages: string; autoDisplay: boolean },
      place: string,
    ) => unknown;
  };
}
type TranslatingWindow = Window & { google?: Translator; [CALLBACK]?: () => void };

/** The script's one load; undefined before the first and after one that failed. */
let loading: Promise<void> | undefined;

/**
 * The translator puts elements of its own in the place of texts that React still holds; React would fail over
 * taking such a text away, and the page with it.
 */
function forgiveMovedTexts(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function forgiving<T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function forgiving<T extends Node>(this: Node, child: T, next: Node | null): T {
    return insertBefore.call(this, child, next?.parentNode === this ? next : null) as T;
  };
}

function load(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const giveUp = () => {
      script.remove();
      loading = undefined;
      reject(new Error('The translator did not load.'));
    };
    const timer = setTimeout(giveUp, TRANSLATE_DEADLINE_MS);
    (window as TranslatingWindow)[CALLBACK] = () => {
      clearTimeout(timer);
      resolve();
    };
    script.addEventListener('error', () => {
      clearTimeout(timer);
      giveUp();
    });
    script.src = `${SCRIPT}?cb=${CALLBACK}`;
    document.head.append(script);
  }).then(forgiveMovedTexts);
  return loading;
}

/** Resolves when the translator has put its list of languages into `place`; rejects after ten seconds without. */
function filled(place: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!place.querySelector('select')) return;
      watch.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const watch = new MutationObserver(look);
    const timer = setTimeout(() => {
      watch.disconnect();
      reject(new Error('The translator did not come up.'));
    }, TRANSLATE_DEADLINE_MS);
    watch.observe(place, { childList: true, subtree: true });
    look();
  });
}

/**
 * Puts the translator's list of languages into `place`, which must have an id. Its script is loaded once, however
 * often this is called; after a failure the next call loads it anew.
 */
export async function translateIn(place: HTMLElement): Promise<void> {
  await load();
  const { TranslateElement } = (window as TranslatingWindow).google?.translate ?? {};
  if (!TranslateElement) throw new Error('The translator is not what it was.');
  place.replaceChildren();
  // oxlint-disable-next-line no-new -- it draws itself into the place; there is nothing to keep
  new TranslateElement(
    { pageLanguage: 'en', includedLanguages: indianLanguages.join(','), autoDisplay: false },
    place.id,
  );
  await filled(place);
}
