import { browserReport, type BrowserReport } from '@rangavalli/contracts/entities/browser-report';
import type { Metric } from 'web-vitals';

const measured: Record<string, (metric: Partial<Metric>) => void> = {};
jest.mock('web-vitals', () =>
  Object.fromEntries(
    ['onCLS', 'onINP', 'onLCP'].map((name) => [name, (add: () => void) => void (measured[name] = add)]),
  ),
);

const SECRET = 'asha@example.com 9876543210';
/** An error thrown in a file of the shop, as browsers describe it. */
function errorAt(file: string, { line = 1, name = 'TypeError' } = {}): Error {
  const error = new Error(SECRET);
  return Object.assign(error, {
    name,
    stack: `${name}: ${SECRET}\n    at show (${location.origin}${file}:${line}:20)`,
  });
}
const remoteFile = '/remotes/mf-catalog/1.4.0/routes.0123456789.js';
const frame = { slice: 'mf-catalog', file: 'routes.0123456789.js', line: 1, column: 20 };

let sent: BrowserReport[];
/** Path and content type of each report. */
let sentTo: string[];
let reports: typeof import('./browser-reports.js');

beforeEach(async () => {
  jest.resetModules();
  jest.useFakeTimers();
  [sent, sentTo] = [[], []];
  document.head.innerHTML = '<meta name="release" content="2.0.0"><meta name="web-vitals-sample" content="1">';
  document.body.innerHTML = `<script type="application/json" id="registry">${JSON.stringify({
    remotes: { mf_catalog: { version: '1.4.0', entry: '/x.js', pages: [{ path: '/product/:id', title: 'Product' }] } },
  })}</script>`;
  window.history.replaceState(null, '', '/product/65a1?from=asha');
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (path: string, body: { text: string; type: string }) => {
      sentTo.push(`${path} ${body.type}`);
      sent.push(browserReport.parse(JSON.parse(body.text)));
      return true;
    },
  });
  // The one of jsdom cannot be read synchronously.
  Object.assign(globalThis, {
    Blob: class {
      readonly text: string;
      readonly type: string;
      constructor([text = '']: string[], { type }: { type: string }) {
        [this.text, this.type] = [text, type];
      }
    },
  });
  reports = await import('./browser-reports.js');
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['globalPrivacyControl', 'doNotTrack']) Reflect.deleteProperty(navigator, name);
});

const settle = () => jest.advanceTimersByTimeAsync(1_000);
async function hidePage() {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  Reflect.deleteProperty(document, 'visibilityState');
}

test('an error names page pattern, slice, release and position, and nothing that a visitor entered', async () => {
  reports.reportError(errorAt(remoteFile));
  await settle();
  const place = { page: '/product/:id', slice: 'mf-catalog', release: 'not loaded' };
  expect(sent).toEqual([{ vitals: [], errors: [{ ...place, name: 'TypeError', stack: [frame] }], loadFailures: [] }]);
  expect(sentTo).toEqual(['/api/browser-reports application/json']);
  expect(JSON.stringify(sent)).not.toMatch(/asha|9876543210|65a1/);
});

test('an error of the shell has its release', async () => {
  reports.reportError(errorAt('/main.0123456789.js', { name: 'Error of asha' }));
  await settle();
  expect(sent[0]?.errors[0]).toMatchObject({ slice: 'shell', release: '2.0.0', name: 'Error' });
});

test('uncaught errors and rejections are reported together', async () => {
  reports.startBrowserReports();
  window.dispatchEvent(new ErrorEvent('error', { error: errorAt(remoteFile) }));
  window.dispatchEvent(
    new ErrorEvent('error', { filename: `${location.origin}/main.js`, lineno: 3, colno: 4, message: SECRET }),
  );
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: errorAt(remoteFile, { line: 2 }) }));
  await settle();
  expect(sent.map(({ errors }) => errors.map(({ stack }) => stack[0]?.line))).toEqual([[1, 3, 2]]);
});

test('equal errors are reported once, and at most five of a page load', async () => {
  for (const line of [1, 1, 2, 3, 4, 5, 6, 7]) {
    reports.reportError(errorAt(remoteFile, { line }));
    await settle();
  }
  expect(sent.flatMap(({ errors }) => errors.map(({ stack }) => stack[0]?.line))).toEqual([1, 2, 3, 4, 5]);
});

test.each([
  ['of a browser extension', Object.assign(new Error('x'), { stack: 'Error\n at chrome-extension://abc/a.js:1:2' })],
  ['of another host', Object.assign(new Error('x'), { stack: 'Error\n at https://evil.example/main.js:1:2' })],
  ['whose message looks like a position', errorAt('/asha').message],
  ['without a stack', 'failed'],
  ['without a value', undefined],
])('an error %s is not reported', async (_which, thrown) => {
  reports.reportError(thrown);
  await settle();
  expect(sent).toEqual([]);
});

test('a remote that did not load is reported once, without the error that its boundary caught', async () => {
  const error = errorAt('/federation.0123456789.js');
  for (let time = 0; time < 2; time += 1) {
    reports.reportLoadFailure({ remote: 'mf_catalog', release: '1.4.0', error });
    reports.reportError(error);
    await settle();
  }
  expect(sent).toEqual([{ vitals: [], errors: [], loadFailures: [{ slice: 'mf-catalog', release: '1.4.0' }] }]);
});

describe('the speed of a page load', () => {
  const measureAll = () =>
    (['CLS', 'INP', 'LCP'] as const).forEach((name) =>
      measured[`on${name}`]?.({ id: `v6-${name}`, name, rating: 'good' }),
    );
  const start = async () => {
    for (const name of Object.keys(measured)) delete measured[name];
    reports.startBrowserReports();
    // jsdom has no idle callbacks: the time after which a busy page is measured.
    await jest.advanceTimersByTimeAsync(2_000);
  };

  test('is sent once when the page is hidden, for the page that was loaded', async () => {
    await start();
    window.history.replaceState(null, '', '/about');
    measureAll();
    await hidePage();
    measureAll();
    await hidePage();
    const place = { rating: 'good', page: '/product/:id', slice: 'mf-catalog', release: 'not loaded' };
    expect(sent).toEqual([
      { vitals: ['CLS', 'INP', 'LCP'].map((metric) => ({ metric, ...place })), errors: [], loadFailures: [] },
    ]);
  });

  test('is measured for the sample only', async () => {
    document.head.innerHTML = '<meta name="web-vitals-sample" content="0">';
    await start();
    expect(measured).toEqual({});
  });

  test.each(['globalPrivacyControl', 'doNotTrack'])('and errors are not reported with %s', async (signal) => {
    const value = signal === 'doNotTrack' ? '1' : true;
    Object.defineProperty(navigator, signal, { value, configurable: true });
    await start();
    reports.reportError(errorAt(remoteFile));
    await settle();
    expect([measured, sent]).toEqual([{}, []]);
  });
});
