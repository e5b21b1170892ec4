// Runs a program of this package (`jest`, `build`, `dev`) or a file on a supported Node.
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { requireSupportedNode } from './node.mjs';

await requireSupportedNode();
const [name = ''] = process.argv.splice(2, 1);
const file = name.includes('/') ? path.resolve(name) : path.join(import.meta.dirname, 'dist/bin', `${name}.js`);
process.argv[1] = file;
await import(pathToFileURL(file).href);
