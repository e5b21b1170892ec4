const HYDRATION_POLL_MS = 50;
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
/** Each button once, in the order of the first taps. */
const tapped = new Set<HTMLButtonElement>();

/** A click waits for those before it. */
function clickWhenHydrated() {
  const [button] = tapped;
  if (!button) return;
  if (button.isConnected && !isHydrated(button)) return void setTimeout(clickWhenHydrated, HYDRATION_POLL_MS);
  tapped.delete(button);
  button.ariaBusy = null;
  setTimeout(() => {
    button.click();
    clickWhenHydrated();
  }, HYDRATION_POLL_MS);
}

/** Repeats taps on buttons that came before hydration once their buttons respond; until then they are shown as busy. */
export function queueTaps(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (!button || isHydrated(button)) return;
      event.preventDefault();
      event.stopPropagation();
      tapped.add(button);
      button.ariaBusy = 'true';
      if (tapped.size === 1) clickWhenHydrated();
    },
    true,
  );
}
