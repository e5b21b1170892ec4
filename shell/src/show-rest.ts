/** Values of `data-waits` (style sheets): how much of a list is laid out. */
const STEPS = ['10', '17'];

const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Lays out what is below the first view of a server-rendered page, in tasks of a few products each. */
export async function showRest(): Promise<void> {
  const root = document.documentElement;
  for (const step of STEPS) {
    // A scroll has shown all.
    if (root.dataset['waits'] === undefined) return;
    root.dataset['waits'] = step;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await nextFrame();
  }
  delete root.dataset['waits'];
}
