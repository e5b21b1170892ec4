const f = (n: number) => n.toFixed(3);

export function flower(
  x: number,
  y: number,
  size: number,
  petals: number,
  petal: string,
  eye: string,
  edge?: string,
): string {
  const r = size / 2;
  let out = '';
  for (let k = 0; k < petals; k += 1) {
    const turn = (360 / petals) * k;
    const wide = (2.4 / petals) * r;
    out += `<path transform="rotate(${f(turn)})" d="M0 0C${f(wide)} ${f(-r * 0.35)} ${f(wide)} ${f(-r * 0.85)} 0
      ${f(-r)}C${f(-wide)} ${f(-r * 0.85)} ${f(-wide)} ${f(-r * 0.35)} 0 0Z"/>`;
  }
  const stroke = edge ? ` stroke="${edge}" stroke-width="${f(size * 0.035)}"` : '';
  return `<g transform="translate(${f(x)} ${f(y)})"><g fill="${petal}"${stroke}>${out}</g>
    <circle r="${f(r * 0.26)}" fill="${eye}"${stroke}/></g>`;
}

export function sprig(x: number, y: number, size: number, stem: string, bud: string, flip = false): string {
  return `<g transform="translate(${f(x)} ${f(y)}) scale(${flip ? -size : size} ${size})">
    <path d="M0 .5C.04 .2-.06 .1 0-.18" fill="none" stroke="${stem}" stroke-width=".055"/>
      <path d="M0 .32C-.2 .3-.3 .16-.3 .02C-.14 .04-.04 .14 0 .32ZM.01 .22C.18 .18.28 .04.26-.1C.12-.06.02 .04.01
        .22Z" fill="${stem}"/>
          <path d="M0-.14C-.16-.2-.2-.36-.12-.46C-.06-.4-.04-.36 0-.5C.04-.36.06-.4.12-.46C.2-.36.16-.2 0-.14Z"
            fill="${bud}"/></g>`;
}

export function lotus(x: number, y: number, size: number, petal: string, inner: string): string {
  const leaf = 'M0 .3C-.12 .14-.12-.1 0-.3C.12-.1.12 .14 0 .3Z';
  const at = (turn: number, ink: string, scale: number) =>
    `<path d="${leaf}" fill="${ink}" transform="rotate(${turn} 0 .3) scale(${scale})"/>`;
  return `<g transform="translate(${f(x)} ${f(y)})
    scale(${size})">${at(-72, petal, 1)}${at(72, petal, 1)}${at(-46, inner, 1)}${at(46, inner, 1)}
      ${at(-23, petal, 1.02)}${at(23, petal, 1.02)}
        ${at(0, inner, 1.06)}<path d="M-.3 .3Q0 .42.3 .3Q0 .36-.3 .3Z" fill="${petal}"/></g>`;
}

/** A leaf along `turn` degrees from (x, y), `size` cm long. */
export function leaf(x: number, y: number, size: number, turn: number, ink: string, edge?: string): string {
  const stroke = edge ? ` stroke="${edge}" stroke-width=".05"` : '';
  return `<path transform="translate(${f(x)} ${f(y)}) rotate(${f(turn)}) scale(${size})" d="M0 0C.16-.2.3-.62
    0-1C-.3-.62-.16-.2 0 0Z" fill="${ink}"${stroke}/>`;
}
