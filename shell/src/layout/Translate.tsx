import { useEffect, useRef, useState } from 'react';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import { translatedElsewhere } from './translate-elsewhere.js';
import css from './Translate.module.css';

type State = 'idle' | 'loading' | 'ready' | 'failed';

/** Whether Google's script is on this page already. */
const hasTranslator = (): boolean =>
  (globalThis as { google?: { translate?: unknown } }).google?.translate !== undefined;
/** Our own part of it comes in a file of its own, too. */
const translateIn = async (place: HTMLElement): Promise<void> =>
  (await import('./translate-widget.js')).translateIn(place);

/**
 * The page-translation widget (specification §2, source language English). Nothing of it is asked for before the
 * visitor does; then its script is loaded once and stays for all pages.
 */
export function Translate() {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>(() => (hasTranslator() ? 'loading' : 'idle'));
  // The address in the link is that of the page that shows.
  useLocation();
  useEffect(() => {
    if (state !== 'loading' || !place.current) return;
    let gone = false;
    translateIn(place.current).then(
      () => !gone && setState('ready'),
      () => !gone && setState('failed'),
    );
    return () => {
      gone = true;
    };
  }, [state]);
  return (
    <div className={css.translate}>
      {state === 'idle' && (
        <button type="button" className={css.button} onClick={() => setState('loading')}>
          Translate this page
        </button>
      )}
      {state === 'loading' && <Spinner label="Loading the translator…" />}
      {state === 'failed' && (
        <div role="alert" className={css.failed}>
          <p>The translator could not be loaded. Check your connection, or whether something blocks it.</p>
          <button type="button" className={css.button} onClick={() => setState('loading')}>
            Try again
          </button>
          <a href={translatedElsewhere(window.location.href)} target="_blank" rel="noopener noreferrer">
            Translate in a new tab
          </a>
        </div>
      )}
      <div ref={place} id="page-translator" className={`${css.place} notranslate`} hidden={state !== 'ready'} />
    </div>
  );
}
