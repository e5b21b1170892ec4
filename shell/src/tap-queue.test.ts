import { queueTaps } from './tap-queue.js';

beforeAll(queueTaps);
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('taps before hydration are shown as pending and repeated in order, each button once', async () => {
  document.body.innerHTML = '<button>More</button><button>Add</button>';
  const buttons = [...document.querySelectorAll('button')] as [HTMLButtonElement, HTMLButtonElement];
  const [more, add] = buttons;
  for (const button of [more, add, add]) button.click();
  await jest.advanceTimersByTimeAsync(500);
  expect(buttons.map(({ ariaBusy }) => ariaBusy)).toEqual(['true', 'true']);
  const handled: string[] = [];
  const hydrate = async (button: HTMLButtonElement) => {
    Object.assign(button, { __reactProps$x: {} });
    button.addEventListener('click', () => handled.push(button.textContent));
    await jest.advanceTimersByTimeAsync(400);
  };
  await hydrate(add);
  // The first tap comes first, even where the other button responds earlier.
  expect(handled).toEqual([]);
  await hydrate(more);
  expect(handled).toEqual(['More', 'Add']);
  expect(buttons.map(({ ariaBusy }) => ariaBusy)).toEqual([null, null]);
});

test('each tap on a button that counts them is repeated', async () => {
  document.body.innerHTML = '<button data-repeats>+</button><button>Add</button>';
  const [plus, add] = [...document.querySelectorAll('button')] as [HTMLButtonElement, HTMLButtonElement];
  for (const button of [plus, plus, add, plus, add]) button.click();
  const handled: string[] = [];
  for (const button of [plus, add]) {
    Object.assign(button, { __reactProps$x: {} });
    button.addEventListener('click', () => handled.push(button.textContent));
  }
  await jest.advanceTimersByTimeAsync(1_000);
  expect(handled).toEqual(['+', '+', 'Add', '+']);
  expect([plus.ariaBusy, add.ariaBusy]).toEqual([null, null]);
});

test('a tap on a button that React replaced is repeated on the one in its place', async () => {
  document.body.innerHTML = '<button>Wishlist</button><main><button>Add</button></main>';
  const main = document.querySelector('main')!;
  main.querySelector('button')!.click();
  main.innerHTML = '<button>Add</button>';
  const handled: string[] = [];
  for (const button of document.querySelectorAll('button')) {
    Object.assign(button, { __reactProps$x: {} });
    button.addEventListener('click', () => handled.push(button.textContent));
  }
  await jest.advanceTimersByTimeAsync(200);
  expect(handled).toEqual(['Add']);
});
