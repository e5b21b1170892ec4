// Razorpay's checkout.js, as far as a shop's page can tell: `new Razorpay(options).open()`.
// It sets styles through the CSSOM only and runs no inline code, so a strict CSP of the page lets it work.
(() => {
  'use strict';

  const script = document.currentScript;
  /** Where the stand-in is reached: the folder above /v1/checkout.js, wherever this file was loaded from. */
  const base =
    script instanceof HTMLScriptElement && script.src !== ''
      ? script.src.replace(/\/v1\/checkout\.js(\?.*)?$/, '')
      : '__PUBLIC_URL__';
  const frameOrigin = new URL(base, location.href).origin;
  const READY_WITHIN_MS = 15_000;
  const FADE_MS = 200;

  const style = (element, values) => Object.assign(element.style, values);

  /** Options without functions: what may travel to the window by postMessage. */
  function plainOptions(options) {
    return JSON.parse(JSON.stringify(options));
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #container = null;
    #frame = null;
    #focusBefore = null;
    #overflowBefore = '';
    #readyTimer = 0;
    #failures = 0;

    constructor(options) {
      if (typeof options !== 'object' || options === null) throw new Error('Razorpay: options are mandatory');
      if (!options.key) throw new Error('Razorpay: `key` is mandatory');
      this.#options = options;
    }

    /** `payment.failed` is told of each failed attempt; the window stays open for another. */
    on(event, listener) {
      const listeners = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, [...listeners, listener]);
      return this;
    }

    open() {
      if (this.#container) return this;
      this.#focusBefore = document.activeElement;
      this.#overflowBefore = document.documentElement.style.overflow;
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
      this.#readyTimer = setTimeout(() => this.#dismiss('timeout'), READY_WITHIN_MS);
      return this;
    }

    /** Takes the window away without telling anybody. */
    close() {
      if (!this.#container) return;
      clearTimeout(this.#readyTimer);
      window.removeEventListener('message', this.#onMessage);
      document.removeEventListener('focusin', this.#keepFocus);
      document.removeEventListener('keydown', this.#onKey);
      document.documentElement.style.overflow = this.#overflowBefore;
      const container = this.#container;
      style(container, { opacity: '0', pointerEvents: 'none' });
      // While it fades, it is no window any more: not for readers of the screen, nor for a next open().
      for (const name of ['class', 'title', 'data-testid']) this.#frame.removeAttribute(name);
      container.ariaHidden = 'true';
      // Not at once: Chromium can fall over a frame that goes while one of its key strokes is under way.
      setTimeout(() => container.remove(), FADE_MS);
      this.#container = null;
      this.#frame = null;
      if (this.#focusBefore instanceof HTMLElement) this.#focusBefore.focus({ preventScroll: true });
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
      const options = plainOptions(this.#options);
      this.#frame.contentWindow.postMessage({ type: 'open', options }, frameOrigin);
      this.#frame.focus();
    }

    #succeed(response) {
      this.close();
      const { handler, callback_url: callbackUrl } = this.#options;
      if (typeof handler === 'function') handler.call(this, response);
      else if (callbackUrl) postForm(callbackUrl, response);
    }

    #fail(answer) {
      this.#failures += 1;
      const { retry } = this.#options;
      const allowed = retry === false || retry?.enabled === false ? 0 : (retry?.max_count ?? Infinity);
      if (this.#failures > allowed) this.close();
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener.call(this, answer);
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

  /** Leaves the page the way Razorpay does for `callback_url`: by a form post with the signed ids. */
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
