/** What few visits need, in one file: each file costs every page its hash in the remote's entry. */
export { AddressDialog } from './addresses/AddressDialog.js';
export { SessionEnded } from './SessionEnded.js';
