export { Parcels } from './Parcels.js';
export { TrackPage } from './TrackPage.js';
