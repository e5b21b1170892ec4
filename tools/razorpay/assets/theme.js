function luminance([red, green, blue]) {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Sets the window's colours from a theme such as #8C1C2E, with a text contrast of at least 4.5 : 1. */
export function applyTheme(color) {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color ?? '')?.[1];
  if (!hex) return;
  const wide = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
  const channels = [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16));
  const onPaper = 1.05 / (luminance(channels) + 0.05);
  const { style } = document.documentElement;
  style.setProperty('--theme', `#${wide}`);
  style.setProperty('--on-theme', onPaper >= 4.5 ? '#ffffff' : '#1d1b20');
  // Lines and icons on white need a contrast of 3 : 1.
  style.setProperty('--theme-on-paper', onPaper >= 3 ? `#${wide}` : '#1d1b20');
}
