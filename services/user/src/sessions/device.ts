/** In order: user agents name other browsers too, the first match decides. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_LENGTH = 500;

export function deviceOf(userAgent = ''): string {
  const text = userAgent.slice(0, MAX_LENGTH);
  const [browser, system] = [browsers, systems].map((list) => list.find(([pattern]) => pattern.test(text))?.[1]);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
}
