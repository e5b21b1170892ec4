import { showRest } from './show-rest.js';

const { dataset } = document.documentElement;

/** Calls back in each frame, with what is shown by then. */
const onFrame = (see: (waits: string | undefined) => void) =>
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    see(dataset['waits']);
    return Number(setTimeout(callback, 0, 0));
  });

test('shows the rest of a page in steps, a frame each', async () => {
  dataset['waits'] = 'fonts';
  const values: (string | undefined)[] = [];
  onFrame((waits) => values.push(waits));
  await showRest();
  expect(values).toEqual(['10', '17']);
  expect(dataset['waits']).toBeUndefined();
});

test('does not hide again what a scroll has shown', async () => {
  dataset['waits'] = 'fonts';
  const values: (string | undefined)[] = [];
  onFrame((waits) => {
    values.push(waits);
    delete dataset['waits'];
  });
  await showRest();
  expect(values).toEqual(['10']);
});
