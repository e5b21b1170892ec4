/** Adds the dialog methods that jsdom lacks; like a browser, `close` returns the focus to the opener. */
export function polyfillDialogs(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    openers.set(this, document.activeElement);
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
    const opener = openers.get(this);
    if (opener instanceof HTMLElement) opener.focus();
    this.dispatchEvent(new Event('close'));
  };
}
