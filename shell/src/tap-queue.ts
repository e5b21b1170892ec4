const HYDRATION_POLL_MS = 50;
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
/** In the order of the taps; a button that does not count its taps is in it once. */
const tapped: HTMLButtonElement[] = [];

const nameOf = ({ ariaLabel, textContent }: HTMLButtonElement) => ariaLabel ?? textContent;

/** Returns the button, or the one in its place: where hydration fails, React renders the part again. */
function present(button: HTMLButtonElement): HTMLButtonElement {
  if (button.isConnected) return button;
  return [...document.querySelectorAll('button')].find((one) => nameOf(one) === nameOf(button)) ?? button;
}

/** A click waits for those before it. */
function clickWhenHydrated() {
  const [button] = tapped;
  if (!button) return;
  if (button.isConnected && !isHydrated(button)) return void setTimeout(clickWhenHydrated, HYDRATION_POLL_MS);
  tapped.shift();
  if (!tapped.includes(button)) button.ariaBusy = null;
  setTimeout(() => {
    present(button).click();
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
      if (tapped.includes(button) && button.dataset['repeats'] === undefined) return;
      tapped.push(button);
      button.ariaBusy = 'true';
      if (tapped.length === 1) clickWhenHydrated();
    },
    true,
  );
}
