#!/usr/bin/env node
/** `bundle.js dist/main.js` writes `dist/main.cjs`. */
import { resolve } from 'node:path';
import { rspack } from '@rspack/core';
import { bundleOf } from '../build/bundle-of.js';
import { bundleBuild, keepOwnSources, writeAsAscii } from '../build/bundle.js';

const programs = process.argv.slice(2).map((program) => resolve(program));
const compiler = rspack(bundleBuild(programs));
compiler.run((failure, stats) => {
  compiler.close(() => {
    if (failure) throw failure;
    if (stats?.hasErrors() || stats?.hasWarnings())
      console.log(stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
    if (stats?.hasErrors()) process.exitCode = 1;
    else {
      for (const program of programs) {
        writeAsAscii(bundleOf(program));
        keepOwnSources(`${bundleOf(program)}.map`);
      }
    }
  });
});
