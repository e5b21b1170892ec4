// Razorpay's checkout.js: `new Razorpay(options).open()`. Sets styles through the CSSOM only, for pages with a strict CSP.
(() => {
  'use strict';

  const script = document.currentScript;
  /** The stand-in's URL; the placeholder is for bundled copies. */
  const base =
    script instanceof HTMLScriptElement && script.src !== ''
      ? script.src.replace(/\/v1\/checkout\.js(\?.*)?$/, '')
      : '__PUBLIC_URL__';
  const frameOrigin = new URL(base, location.href).origin;
  const READY_TIMEOUT_MS = 15_000;
  const FADE_MS = 200;

  const style = (element, values) => Object.assign(element.style, values);

  class Razorpay {
    #options;
    #listeners = new Map();
    #container = null;
    #frame = null;
    #previousFocus = null;
    #previousOverflow = '';
    #readyTimer = 0;
    #failures = 0;

    constructor(options) {
      if (typeof options !== 'object' || options === null) throw new Error('Razorpay: options are mandatory');
      if (!options.key) throw new Error('Razorpay: `key` is mandatory');
      this.#options = options;
    }

    /** Supports `payment.failed`; the window stays open for another attempt. */
    on(event, listener) {
      const listeners = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, [...listeners, listener]);
      return this;
    }

    open() {
      if (this.#container) return this;
      this.#previousFocus = document.activeElement;
      this.#previousOverflow = document.documentElement.style.overflow;
      document.documentElement.style.overflow = 'hidden';

      const container = document.createElement('div');
      container.className = 'razorpay-container';
      style(container, {
        position: 'fixed',
        inset: '0',
        zIndex: '2147483647',
        background: 'rgba(24, 16, 18, 0.62)',
        opacity: '0',
        transition: 'opacity 180ms ease-out',
      });
      const frame = document.createElement('iframe');
      frame.className = 'razorpay-checkout-frame';
      frame.title = 'Razorpay Checkout';
      frame.setAttribute('data-testid', 'razorpay-checkout-frame');
      frame.allow = 'payment';
      style(frame, {
        width: '100%',
        height: '100%',
        border: '0',
        display: 'block',
        background: 'transparent',
        colorScheme: 'light',
      });
      frame.src = `${base}/v1/checkout/frame?origin=${encodeURIComponent(location.origin)}`;
      container.append(frame);
      document.body.append(container);
      this.#container = container;
      this.#frame = frame;
      requestAnimationFrame(() => style(container, { opacity: '1' }));

      window.addEventListener('message', this.#onMessage);
      document.addEventListener('focusin', this.#keepFocus);
      document.addEventListener('keydown', this.#onKey);
      this.#readyTimer = setTimeout(() => this.#dismiss('timeout'), READY_TIMEOUT_MS);
      return this;
    }

    /** Closes the window without callbacks. */
    close() {
      if (!this.#container) return;
      clearTimeout(this.#readyTimer);
      window.removeEventListener('message', this.#onMessage);
      document.removeEventListener('focusin', this.#keepFocus);
      document.removeEventListener('keydown', this.#onKey);
      document.documentElement.style.overflow = this.#previousOverflow;
      const container = this.#container;
      style(container, { opacity: '0', pointerEvents: 'none' });
      // The fading window must not be visible to screen readers or to the next open().
      for (const name of ['class', 'title', 'data-testid']) this.#frame.removeAttribute(name);
      container.ariaHidden = 'true';
      // Chromium can crash when a frame is removed during one of its key events.
      setTimeout(() => container.remove(), FADE_MS);
      this.#container = null;
      this.#frame = null;
      if (this.#previousFocus instanceof HTMLElement) this.#previousFocus.focus({ preventScroll: true });
    }

    #onMessage = (event) => {
      if (event.source !== this.#frame?.contentWindow || event.origin !== frameOrigin) return;
      const { type, payload } = event.data ?? {};
      if (type === 'ready') this.#sendOptions();
      else if (type === 'success') this.#succeed(payload);
      else if (type === 'failed') this.#fail(payload);
      else if (type === 'dismiss') this.#dismiss(payload);
    };

    #sendOptions() {
      clearTimeout(this.#readyTimer);
      // postMessage cannot clone functions.
      const options = JSON.parse(JSON.stringify(this.#options));
      this.#frame.contentWindow.postMessage({ type: 'open', options }, frameOrigin);
      this.#frame.focus();
    }

    #succeed(response) {
      this.close();
      const { handler, callback_url: callbackUrl } = this.#options;
      if (typeof handler === 'function') handler.call(this, response);
      else if (callbackUrl) postForm(callbackUrl, response);
    }

    #fail(response) {
      this.#failures += 1;
      const { retry } = this.#options;
      const maxRetries = retry === false || retry?.enabled === false ? 0 : (retry?.max_count ?? Infinity);
      if (this.#failures > maxRetries) this.close();
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener.call(this, response);
    }

    #dismiss(reason) {
      this.close();
      const { ondismiss } = this.#options.modal ?? {};
      if (typeof ondismiss === 'function') ondismiss.call(this, reason);
    }

    #keepFocus = (event) => {
      if (event.target !== this.#frame) this.#frame?.focus();
    };

    #onKey = (event) => {
      if (event.key === 'Escape' && this.#options.modal?.escape !== false) this.#dismiss('escape');
    };
  }

  /** Navigates to `callback_url` with the signed ids, as Razorpay does. */
  function postForm(action, fields) {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = action;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  window.Razorpay = Razorpay;
})();
