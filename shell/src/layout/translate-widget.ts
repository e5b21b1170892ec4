import { indianLanguages } from './translate-url.js';

/** The gateway's content security policy allows its hosts. */
const SCRIPT = 'https://translate.google.com/translate_a/element.js';
const CALLBACK = 'rangavalliTranslateReady';
export const TRANSLATE_TIMEOUT_MS = 10_000;

interface Translator {
  translate?: {
    TranslateElement?: new (
      options: { pageLanguage: string; includedLanguages: string; autoDisplay: boolean },
      elementId: string,
    ) => unknown;
  };
}
type TranslatorWindow = Window & { google?: Translator; [CALLBACK]?: () => void };

let loading: Promise<void> | undefined;

/** React must not fail when it removes text nodes that the translator has replaced. */
function tolerateReplacedNodes() {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function tolerant<T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function tolerant<T extends Node>(this: Node, child: T, next: Node | null): T {
    return insertBefore.call(this, child, next?.parentNode === this ? next : null) as T;
  };
}

function loadScript() {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      loading = undefined;
      reject(new Error('translator script failed to load'));
    };
    const timer = setTimeout(fail, TRANSLATE_TIMEOUT_MS);
    (window as TranslatorWindow)[CALLBACK] = () => {
      clearTimeout(timer);
      resolve();
    };
    script.addEventListener('error', fail);
    script.src = `${SCRIPT}?cb=${CALLBACK}`;
    document.head.append(script);
  }).then(tolerateReplacedNodes);
  return loading;
}

function untilRendered(container: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const check = () => {
      if (!container.querySelector('select')) return;
      stop();
      resolve();
    };
    const observer = new MutationObserver(check);
    const timer = setTimeout(() => {
      stop();
      reject(new Error('translator did not render'));
    }, TRANSLATE_TIMEOUT_MS);
    observer.observe(container, { childList: true, subtree: true });
    check();
  });
}

/** The element needs an id. */
export async function showTranslator(container: HTMLElement) {
  await loadScript();
  const { TranslateElement } = (window as TranslatorWindow).google?.translate ?? {};
  if (!TranslateElement) throw new Error('translator script has no TranslateElement');
  container.replaceChildren();
  // oxlint-disable-next-line no-new -- it renders itself
  new TranslateElement(
    { pageLanguage: 'en', includedLanguages: indianLanguages.join(','), autoDisplay: false },
    container.id,
  );
  await untilRendered(container);
}
