// Run by `npm start` after the build; prints what became live. PROGRAM_STORE is the folder of services, gateway and
// shell, where RELEASE_STORE is a bucket; without it only remotes are added.
import { explain } from '@rangavalli/build-kit/command/report';
import { adoptAll, adoptContracts } from '../adopt.js';
import { processSlices, remoteSlices } from '../contract/contract-of.js';
import { FolderStore } from '../store/folder-store.js';
import { configuredStore } from '../store/location.js';

try {
  const store = configuredStore();
  const programs = process.env['PROGRAM_STORE'] ? new FolderStore(process.env['PROGRAM_STORE']) : undefined;
  const live = [
    ...(await adoptAll(store, remoteSlices)),
    ...(programs ? await adoptAll(programs, processSlices) : []),
    ...(programs && !(store instanceof FolderStore) ? await adoptContracts(store, programs) : []),
  ];
  for (const line of new Set(live)) console.log(line);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
