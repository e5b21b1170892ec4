import { limitView, panBy, WHOLE, zoomAt } from './zoom-view.js';

const picture = { width: 400, height: 500 };
const pane = { width: 400, height: 800 };

test('zooming keeps the place under the fingers', () => {
  // 100 px right of the centre is three quarters of the width.
  expect(zoomAt(WHOLE, { x: 100, y: 0 }, 2, picture)).toEqual({ scale: 2, x: 0.625, y: 0.5 });
  expect(zoomAt({ scale: 2, x: 0.625, y: 0.5 }, { x: 100, y: 0 }, 0.5, picture)).toEqual(WHOLE);
});

test('a picture is enlarged at most five times and never shrunk below the pane', () => {
  expect(zoomAt(WHOLE, { x: 0, y: 0 }, 9, picture).scale).toBe(5);
  expect(zoomAt(WHOLE, { x: 0, y: 0 }, 0.2, picture)).toEqual(WHOLE);
});

test('a drag moves the picture with the finger, up to its edges', () => {
  const moved = panBy({ scale: 2, x: 0.5, y: 0.5 }, { x: 100, y: -125 }, picture);
  expect(moved).toEqual({ scale: 2, x: 0.375, y: 0.625 });
  expect(limitView({ scale: 2, x: 0.1, y: 0.9 }, picture, pane)).toEqual({ scale: 2, x: 0.25, y: 0.6 });
  expect(limitView({ scale: 4, x: 0, y: 1 }, picture, pane)).toEqual({ scale: 4, x: 0.125, y: 0.8 });
});
