#!/usr/bin/env node
/** Builds compiled programs into one file each: `bundle.js dist/main.js …` makes `dist/main.cjs …`. */
import { resolve } from 'node:path';
import { rspack } from '@rspack/core';
import { bundleBuild } from '../build/bundle.js';
import { bundleOf } from '../build/bundle-of.js';
import { writeInAscii } from '../build/in-ascii.js';
import { keepOwnLines } from '../build/own-lines.js';

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
        writeInAscii(bundleOf(program));
        keepOwnLines(`${bundleOf(program)}.map`);
      }
    }
  });
});
