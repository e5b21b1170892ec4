import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Supervisor } from '@rangavalli/store/supervisor/supervisor';
import { auditUntilSettled, faultsIn } from '../load/audit.js';
import { Load } from '../load/load.js';
import { logInAsOwner } from '../support/people.js';
import { describeFault, type FaultKind, faultKinds, injectFault, planFaults } from './faults.js';
import { type Machine, Network } from './network.js';
import { machineNames, startStore } from './store.js';

/** Completed ones: placed and confirmed to their buyers. */
const CHECKOUTS = Number(process.env.CHECKOUTS ?? 1_000);
const SEED = Number(process.env.PARTITION_SEED ?? Date.now() % 2 ** 31);
/** At least: each kind for each machine, then some again. */
const FAULTS = Number(process.env.FAULTS ?? 24);
const BUYERS = 20;
const TIMEOUT_MS = 2_100_000;
const SETTLE_TIMEOUT_MS = 120_000;

let store: Supervisor | undefined;

test.afterAll(() => store?.stopAll());

test('nothing is lost, doubled or oversold', async () => {
  test.setTimeout(TIMEOUT_MS);
  console.log(`seed ${SEED}: repeat with PARTITION_SEED=${SEED}`);
  const network = new Network(machineNames, process.env.HOST_NETWORK);
  store = await startStore(network, process.env.STORE_FOLDER ?? '');
  const load = await Load.create(await logInAsOwner(), BUYERS);
  load.start();
  const injected = await injectFaults(Object.values(network.machines), load).finally(() => load.stop());
  const { log } = load;
  const audit = await auditUntilSettled(log, SETTLE_TIMEOUT_MS);
  const restarts = [...store.processes.values()].reduce((sum, process) => sum + process.restarts, 0);
  const { checkouts, confirmed } = log;
  const drill = { seed: SEED, started: checkouts.size, confirmed: confirmed.size, ...Object.fromEntries(injected) };
  console.table([{ ...drill, restarts, ...audit }]);
  console.log(`failed calls: ${JSON.stringify(Object.fromEntries(log.failures))}`);
  expect(log.contractViolations).toEqual([]);
  expect(faultsIn(audit)).toEqual({});
  expect(audit.accepted, 'placed orders').toBeGreaterThanOrEqual(CHECKOUTS);
  // An unavailable service must be reported as such.
  expect([...log.failures.keys()].filter((failure) => failure.endsWith(' INTERNAL'))).toEqual([]);
});

/** Injects one fault after the other until enough checkouts are completed. @returns how many of each kind */
async function injectFaults(machines: Machine[], { log }: Load): Promise<Map<FaultKind, number>> {
  const injected = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
  const plan = planFaults(machines, SEED);
  for (let count = 0; count < FAULTS || log.confirmed.size < CHECKOUTS; count += 1) {
    const fault = plan.next().value;
    console.log(`${log.confirmed.size} of ${log.checkouts.size} checkouts completed: ${describeFault(fault)}`);
    const heal = await injectFault(fault);
    await sleep(fault.seconds * 1_000).finally(heal);
    await sleep(fault.pauseSeconds * 1_000);
    injected.set(fault.kind, (injected.get(fault.kind) ?? 0) + 1);
  }
  return injected;
}
