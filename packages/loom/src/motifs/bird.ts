import { circle } from './border.js';

export function peacock(
  x: number,
  y: number,
  size: number,
  body: string,
  tail: string,
  eye: string,
  flip = false,
): string {
  let eyes = '';
  for (const [cx, cy, r] of [
    [0.4, 0.02, 0.05],
    [0.43, 0.16, 0.055],
    [0.41, 0.3, 0.05],
    [0.34, 0.42, 0.045],
    [0.29, 0.06, 0.04],
    [0.32, 0.2, 0.042],
    [0.29, 0.33, 0.036],
  ]) {
    eyes += circle(cx, cy, r, eye) + circle(cx, cy, r * 0.45, body);
  }
  return `<g transform="translate(${x} ${y}) scale(${flip ? -size : size} ${size})">
    <path d="M.02-.08C.14-.2.36-.18.46 0C.56.2.48.42.3.5C.2.54.12.5.1.46C.2.42.2.3.08.22Z" fill="${tail}"/>${eyes}
<path d="M-.3-.36C-.2-.22-.36-.08-.3.1C-.24.28-.02.32.12.22C.22.12.14-.06 0-.1C-.1-.14-.14-.24-.17-.38Z"
  fill="${body}"/><circle cx="-.24" cy="-.38" r=".075" fill="${body}"/>
    <path d="M-.3-.4L-.41-.36L-.3-.34Z" fill="${eye}"/><circle cx="-.25" cy="-.39" r=".02" fill="${eye}"/>
<g stroke="${eye}" stroke-width=".018"><path d="M-.24-.44L-.32-.53M-.23-.45L-.24-.56M-.21-.44L-.15-.53"/></g>
  <g fill="${eye}"><circle cx="-.32" cy="-.53" r=".022"/><circle cx="-.24" cy="-.56" r=".022"/>
    <circle cx="-.15" cy="-.53" r=".022"/></g>
<path d="M-.2.02C-.06-.04.06.04.06.16C-.06.22-.18.16-.2.02Z" fill="${tail}"/>
  <path d="M-.15.05C-.06.03.01.08.02.14" fill="none" stroke="${eye}" stroke-width=".02"/>
    <path d="M-.1.28L-.12.44M-.02.29L-.02.44M-.17.45L-.07.45M-.07.45L.03.45" stroke="${eye}" stroke-width=".024"/></g>`;
}
