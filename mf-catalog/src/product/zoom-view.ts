/** Which part of a picture fills the pane: the fraction of it that is at the centre, and how much it is enlarged. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** px, from the centre of the pane. */
export interface Point {
  x: number;
  y: number;
}

export const WHOLE: ZoomView = { scale: 1, x: 0.5, y: 0.5 };
export const MAGNIFIED = 2.5;
const MAX_SCALE = 5;

/** Keeps the pane filled: no edge of a picture larger than the pane moves into it. @param picture at scale 1 */
export function limitView({ scale, x, y }: ZoomView, picture: Size, pane: Size): ZoomView {
  const limit = (centre: number, length: number, visible: number): number => {
    const half = length > 0 ? visible / (2 * length * scale) : 0;
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, centre));
  };
  return { scale, x: limit(x, picture.width, pane.width), y: limit(y, picture.height, pane.height) };
}

/** Enlarges or shrinks around a point of the pane, which shows the same place of the picture afterwards. */
export function zoomAt({ scale, x, y }: ZoomView, at: Point, by: number, picture: Size): ZoomView {
  const next = Math.min(MAX_SCALE, Math.max(1, scale * by));
  const shift = 1 / scale - 1 / next;
  return { scale: next, x: x + (at.x / picture.width) * shift, y: y + (at.y / picture.height) * shift };
}

/** Moves the picture along with a finger. */
export const panBy = ({ scale, x, y }: ZoomView, by: Point, picture: Size): ZoomView => ({
  scale,
  x: x - by.x / (picture.width * scale),
  y: y - by.y / (picture.height * scale),
});
