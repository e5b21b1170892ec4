const OUTLINE =
  'M0 .5C-.3 .5-.39 .22-.32 .02C-.25-.2-.05-.26.02-.42C.05-.51.17-.55.25-.47' +
  'C.31-.4.26-.3.18-.33C.15-.2.35-.06.35.17C.35.38.2.5 0 .5Z';
const HEART = 'M0 .36C-.16 .36-.22 .2-.18 .08C-.13-.07 .02-.08 .07-.2C.1-.06 .21 .03 .21 .17C.21 .29 .12 .36 0 .36Z';

/** The mango (mankolam, kalga, paisley), `size` cm high, centred on (x, y). */
export function mango(
  x: number,
  y: number,
  size: number,
  body: string,
  heart: string,
  seed: string,
  flip = false,
): string {
  let beads = '';
  for (let k = 0; k < 9; k += 1) {
    const angle = 0.35 + k * 0.62;
    beads += `<circle cx="${(Math.cos(angle) * 0.27).toFixed(3)}" cy="${(0.17 + Math.sin(angle) * 0.25).toFixed(3)}"
      r=".022"/>`;
  }
  return `<g transform="translate(${x} ${y}) scale(${flip ? -size : size} ${size})">
    <path d="${OUTLINE}" fill="${body}"/><path d="${HEART}" fill="${heart}"/><g fill="${heart}">${beads}</g>
      <circle cx=".02" cy=".2" r=".07" fill="${seed}"/></g>`;
}

export function kalga(
  x: number,
  y: number,
  size: number,
  metal: string,
  ground: string,
  bloom: string,
  flip = false,
): string {
  return `<g transform="translate(${x} ${y}) scale(${flip ? -size : size} ${size})">
    <path d="${OUTLINE}" fill="${metal}"/>
      <path d="${OUTLINE}" fill="${ground}" transform="translate(0 .035) scale(.86)"/>
        <path d="${OUTLINE}" fill="${metal}" transform="translate(0 .05) scale(.78)"/>
          <path d="${OUTLINE}" fill="${ground}" transform="translate(0 .055) scale(.72)"/>
<g fill="none" stroke="${metal}" stroke-width=".03" stroke-linecap="round"><path d="M0 .36C.02 .2-.06 .1.02-.14"/>
  <path d="M0 .24C-.1 .24-.15 .18-.16 .1M0 .16C.1 .16.16 .1.17 .02M-.02 .04C-.1 .04-.13-.02-.13-.06"/></g>
<g fill="${bloom}"><circle cx="-.16" cy=".09" r=".055"/><circle cx=".17" cy=".02" r=".055"/>
  <circle cx="-.12" cy="-.08" r=".045"/><circle cx=".02" cy="-.16" r=".05"/><circle cx="-.1" cy=".27" r=".04"/>
    <circle cx=".12" cy=".24" r=".045"/></g></g>`;
}
