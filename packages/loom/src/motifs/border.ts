/** Rows of threads across the border: [height cm, ink] from the top. */
export function bands(width: number, top: number, rows: readonly (readonly [number, string])[]): string {
  let y = top;
  let out = '';
  for (const [height, ink] of rows) {
    if (ink !== 'none')
      out += `<rect x="-.1" y="${y.toFixed(3)}" width="${width + 0.2}" height="${(height + 0.02).toFixed(3)}"
        fill="${ink}"/>`;
    y += height;
  }
  return out;
}

export const circle = (x: number, y: number, radius: number, ink: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink}"/>`;

/** A band along the whole breadth of the cloth, at `x` on the pallu. */
export const strip = (x: number, width: number, ink: string): string =>
  `<rect x="${x}" width="${width}" height="110" fill="${ink}"/>`;

/** Temple teeth (reku), `count` in `width`. */
export function temple(width: number, count: number, base: number, height: number, ink: string, tip = ink): string {
  const w = width / count;
  let out = '';
  for (let k = 0; k < count; k += 1) {
    const x = k * w;
    const steps = 9;
    // Overlaps the band below, to avoid a gap.
    let left = `M${x} ${base + 0.08}L${x} ${base}`;
    let right = '';
    for (let s = 0; s < steps; s += 1) {
      const y = base - (height * (s + 1)) / steps;
      const inset = (w / 2) * Math.pow(s / steps, 0.72);
      left += `L${(x + inset).toFixed(3)} ${(y + height / steps).toFixed(3)}L${(x + inset).toFixed(3)} ${y.toFixed(3)}`;
      right = `L${(x + w - inset).toFixed(3)} ${y.toFixed(3)}L${(x + w - inset).toFixed(3)}
        ${(y + height / steps).toFixed(3)}${right}`;
    }
    out += `<path d="${left}${right}L${x + w} ${base}L${x + w} ${base + 0.08}Z" fill="${ink}"/>
      <circle cx="${x + w / 2}" cy="${(base - height - 0.12).toFixed(3)}" r=".14" fill="${tip}"/>`;
  }
  return out;
}

export function beads(width: number, count: number, y: number, radius: number, ink: string, eye?: string): string {
  const w = width / count;
  let out = '';
  for (let k = 0; k < count; k += 1) {
    const x = w * (k + 0.5);
    out += circle(x, y, radius, ink) + (eye ? circle(x, y, radius * 0.45, eye) : '');
  }
  return out;
}

export function diamonds(width: number, count: number, y: number, height: number, ink: string, eye?: string): string {
  const w = width / count;
  const shape = (x: number, half: number, tall: number, fill: string) =>
    `<path d="M${x - half} ${y}L${x} ${y - tall}L${x + half} ${y}L${x} ${y + tall}Z" fill="${fill}"/>`;
  let out = '';
  for (let k = 0; k < count; k += 1) {
    const x = w * (k + 0.5);
    out += shape(x, w * 0.48, height / 2, ink) + (eye ? shape(x, w * 0.2, height * 0.22, eye) : '');
  }
  return out;
}

export function vine(
  width: number,
  waves: number,
  y: number,
  rise: number,
  stem: string,
  leafInk: string,
  thickness = 0.16,
): string {
  const w = width / waves;
  let path = `M0 ${y}`;
  let leaves = '';
  for (let k = 0; k < waves; k += 1) {
    const x = k * w;
    path += `C${x + w * 0.18} ${y - rise} ${x + w * 0.32} ${y - rise} ${x + w / 2} ${y}S${x + w * 0.82} ${y + rise}
      ${x + w} ${y}`;
    leaves += `<g fill="${leafInk}">
      <path d="M${x + w * 0.25} ${y - rise * 0.7}q${w * 0.02} ${rise * 0.7} ${w * 0.1} ${rise * 1.1}q${-w * 0.16}
        ${-rise * 0.1} ${-w * 0.1} ${-rise * 1.1}Z"/>
          <path d="M${x + w * 0.75} ${y + rise * 0.7}q${w * 0.02} ${-rise * 0.7} ${w * 0.1}
            ${-rise * 1.1}q${-w * 0.16} ${rise * 0.1} ${-w * 0.1} ${rise * 1.1}Z"/>
            <circle cx="${x + w * 0.47}" cy="${y - rise * 0.9}" r="${rise * 0.24}"/>
            <circle cx="${x + w * 0.97}" cy="${y + rise * 0.9}" r="${rise * 0.24}"/></g>`;
  }
  return `<path d="${path}" fill="none" stroke="${stem}" stroke-width="${thickness}"/>${leaves}`;
}
