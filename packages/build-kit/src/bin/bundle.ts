#!/usr/bin/env node
/** Builds compiled programs into one file each: `bundle.js dist/main.js …` makes `dist/main.cjs …`. */
import { resolve } from 'node:path';
import { rspack } from '@rspack/core';
import { bundleBuild } from '../build/bundle.js';

const compiler = rspack(bundleBuild(process.argv.slice(2).map((program) => resolve(program))));
compiler.run((failure, stats) => {
  compiler.close(() => {
    if (failure) throw failure;
    if (stats?.hasErrors() || stats?.hasWarnings()) console.log(stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
    process.exitCode = stats?.hasErrors() ? 1 : 0;
  });
});
