import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { PageVisitor } from '../load/page-visitor.js';
import { releaseStore, runCommand, runProgram } from '../support/command.js';
import { eventually, run } from '../support/store.js';
import { EditedCopy } from './edited-copy.js';
import { liveVersion } from './served.js';

test.use({ trace: 'off' });
test.describe.configure({ timeout: 400_000 });

const HASHED_FILE = /^\/([\w.-]+\.[0-9a-f]{10}\.(?:js|css))$/;
const clientFiles = (version: string): string[] =>
  readdirSync(path.join(releaseStore(), 'shell', version, 'client')).filter((name) => /\.(js|css)$/.test(name));

/** A page that keeps its document, with the files that it has loaded. */
class OpenPage {
  readonly failures: string[] = [];
  private files: string[] = [];

  constructor(private readonly page: Page) {
    page.on('requestfailed', (request) => {
      // Navigation aborts requests that are no longer needed.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.failures.push(`${request.url()}: ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
      const [, file] = HASHED_FILE.exec(new URL(response.url()).pathname) ?? [];
      if (file) this.files.push(file);
      if (response.status() >= 400) this.failures.push(`${response.url()}: ${response.status()}`);
    });
    page.on('pageerror', (error) => this.failures.push(String(error)));
  }

  async open(rights: string): Promise<void> {
    await this.page.goto('/');
    await expect(this.page.getByRole('contentinfo').getByText(rights)).toBeVisible();
  }

  /** Follows a link to a screen that is a chunk of its own. @returns the files that this loads */
  async openTerms(title: string): Promise<string[]> {
    this.files = [];
    await this.page.getByRole('contentinfo').getByRole('link', { name: 'Terms and Conditions' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    return this.files;
  }
}

test('pages of an edited shell and of the one before load their files from the processes of either', async ({
  browser,
}) => {
  // Released versions are immutable: a retry needs another one.
  const version = `9.2.${test.info().retry}`;
  const first = liveVersion('shell');
  const context = await browser.newContext({ baseURL: run().address, serviceWorkers: 'block' });
  const [oldPage, newPage] = [new OpenPage(await context.newPage()), new OpenPage(await context.newPage())];
  const copy = new EditedCopy();
  const visitor = new PageVisitor();
  try {
    await oldPage.open('All rights reserved.');
    copy.edit('shell/src/layout/messages.ts', 'All rights reserved.', 'All threads reserved.');
    copy.edit('shell/src/policies/Terms.tsx', 'title="Terms and Conditions"', 'title="Terms of our shop"');
    const program = path.join(copy.folder, 'tools/store/dist/main.js');
    const { code, output } = await runProgram(program, ['release', 'shell', '--version', version], copy.folder);
    expect(code, output).toBe(0);
    const [before, after] = [clientFiles(first), clientFiles(version)];

    // The processes of the new release have the files of the old one.
    const ofOld = await oldPage.openTerms('Terms and Conditions');
    expect(ofOld.filter((file) => !before.includes(file))).toEqual([]);
    expect(ofOld.filter((file) => !after.includes(file))).not.toEqual([]);

    // The processes of the old release have the files of the new one, as during a release.
    await eventually(() => newPage.open('All threads reserved.'));
    await runCommand('rollback', 'shell');
    const ofNew = await newPage.openTerms('Terms of our shop');
    expect(ofNew.filter((file) => !after.includes(file))).toEqual([]);
    expect(ofNew.filter((file) => !before.includes(file))).not.toEqual([]);
  } finally {
    await visitor.stop();
    copy.remove();
    await context.close();
    if (liveVersion('shell') !== first) await runCommand('rollback', 'shell', first);
  }
  expect([oldPage.failures, newPage.failures, visitor.failures]).toEqual([[], [], []]);
  expect(visitor.pages).toBeGreaterThan(10);
});
