import { useEffect, useRef, useState } from 'react';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import { useZone } from '../zones/zone.js';
import { messages } from './messages.js';
import { translateUrl } from './translate-url.js';
import css from './Translate.module.css';

type State = 'idle' | 'loading' | 'ready' | 'failed';

const isTranslatorLoaded = () => (globalThis as { google?: { translate?: unknown } }).google?.translate !== undefined;

/** Specification §2. Pages of other zones show personal data: their content security policy has no translator. */
export function Translate() {
  return useZone() === 'public' ? <Translator /> : null;
}

/** Google's script is loaded when the visitor opens it, and stays. */
function Translator() {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>(() => (isTranslatorLoaded() ? 'loading' : 'idle'));
  useLocation();
  useEffect(() => {
    const element = container.current;
    if (state !== 'loading' || !element) return;
    let isUnmounted = false;
    import('./translate-widget.js')
      .then(({ showTranslator }) => showTranslator(element))
      .then(
        () => !isUnmounted && setState('ready'),
        () => !isUnmounted && setState('failed'),
      );
    return () => {
      isUnmounted = true;
    };
  }, [state]);
  return (
    <div className={css.translate}>
      {state === 'idle' && (
        <button type="button" className={css.button} onClick={() => setState('loading')}>
          {messages.translate}
        </button>
      )}
      {state === 'loading' && <Spinner label={messages.translatorLoading} />}
      {state === 'failed' && (
        <div role="alert" className={css.failed}>
          <p>{messages.translatorFailed}</p>
          <button type="button" className={css.button} onClick={() => setState('loading')}>
            {messages.retry}
          </button>
          <a href={translateUrl(window.location.href)} target="_blank" rel="noopener noreferrer">
            {messages.translateInNewTab}
          </a>
        </div>
      )}
      <div ref={container} id="page-translator" className={`${css.place} notranslate`} hidden={state !== 'ready'} />
    </div>
  );
}
