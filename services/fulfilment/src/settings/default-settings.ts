import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';

const shipping = { charge: 0 };

/** Of a shop in Hyderabad: all of India is served, free of charge. Staff edit them in the admin area. */
export const defaultSettings: DeliverySettings = {
  shopPincode: '500092',
  cutoffHour: 14,
  handlingDays: {
    saree: 2,
    kidswear: 2,
    accessories: 1,
    'family combo': 4,
    'customised combo': 5,
    pant: 2,
  },
  weightGrams: {
    saree: 900,
    kidswear: 400,
    accessories: 200,
    'family combo': 1_800,
    'customised combo': 1_800,
    pant: 500,
  },
  zones: [
    { name: 'Hyderabad', states: [], pinPrefixes: ['500'], days: { from: 1, to: 2 }, cod: true, shipping },
    {
      name: 'Telangana and Andhra Pradesh',
      states: ['36', '37'],
      pinPrefixes: [],
      days: { from: 2, to: 3 },
      cod: true,
      shipping,
    },
    {
      name: 'South and West',
      states: ['27', '29', '30', '32', '33', '34'],
      pinPrefixes: [],
      days: { from: 3, to: 5 },
      cod: true,
      shipping,
    },
    {
      name: 'North, Central and East',
      states: ['02', '03', '04', '05', '06', '07', '08', '09', '10', '19', '20', '21', '22', '23', '24', '26'],
      pinPrefixes: [],
      days: { from: 4, to: 6 },
      cod: true,
      shipping,
    },
    {
      name: 'North-East, Jammu, Kashmir and Ladakh',
      states: ['01', '11', '12', '13', '14', '15', '16', '17', '18', '38'],
      pinPrefixes: [],
      days: { from: 6, to: 9 },
      cod: false,
      shipping,
    },
    {
      name: 'Islands and army post offices',
      states: ['31', '35'],
      pinPrefixes: ['9'],
      days: { from: 8, to: 12 },
      cod: false,
      shipping,
    },
  ],
  holidays: [
    { date: '2026-12-25', name: 'Christmas' },
    { date: '2027-01-14', name: 'Sankranti' },
    { date: '2027-01-26', name: 'Republic Day' },
    { date: '2027-04-07', name: 'Ugadi' },
    { date: '2027-10-02', name: 'Gandhi Jayanti' },
    { date: '2027-10-29', name: 'Diwali' },
    { date: '2027-12-25', name: 'Christmas' },
  ],
  festivals: [
    { date: '2027-01-14', name: 'Sankranti' },
    { date: '2027-03-22', name: 'Holi' },
    { date: '2027-04-07', name: 'Ugadi' },
    { date: '2027-08-17', name: 'Raksha Bandhan' },
    { date: '2027-09-04', name: 'Ganesh Chaturthi' },
    { date: '2027-09-12', name: 'Onam' },
    { date: '2027-09-29', name: 'Bathukamma' },
    { date: '2027-10-09', name: 'Dussehra' },
    { date: '2027-10-29', name: 'Diwali' },
  ],
};
