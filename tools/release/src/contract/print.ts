// Prints as JSON the contract of every slice, and what the named modules of the contracts export: of this checkout, or
// with another build of the contracts (its folder as first argument), which shows what a change means for each slice.
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const CONTRACTS = '@rangavalli/contracts/';

const [folder, ...modules] = process.argv.slice(2);
if (folder)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith(CONTRACTS)
        ? next(pathToFileURL(path.join(folder, `${specifier.slice(CONTRACTS.length)}.js`)).href, context)
        : next(specifier, context),
  });

const [{ contractOf, slices }, { exportsOf }] = await Promise.all([
  import('./contract-of.js'),
  import('./module-exports.js'),
]);
const contracts = await Promise.all(
  slices.map((slice) => contractOf(slice, '0.0.0', undefined, { onlyKnown: Boolean(folder) })),
);
process.stdout.write(
  JSON.stringify({
    slices: Object.fromEntries(contracts.map((contract) => [contract.slice, contract])),
    modules: Object.fromEntries(await Promise.all(modules.map(async (name) => [name, await exportsOf(name)] as const))),
  }),
);
