import { findPinPlace } from './pin-codes.js';

test.each([
  ['500092', 'Hyderabad', 'Hyderabad', '36', 'Telangana'],
  ['110001', 'New Delhi', 'Central Delhi', '07', 'Delhi'],
  ['560001', 'Bengaluru', 'Bengaluru', '29', 'Karnataka'],
  ['400001', 'Mumbai', 'Mumbai', '27', 'Maharashtra'],
  ['682001', 'Kochi', 'Ernakulam', '32', 'Kerala'],
  ['744101', 'Port Blair', 'South Andaman', '35', 'Andaman and Nicobar Islands'],
  ['521001', 'Machilipatnam', 'Krishna', '37', 'Andhra Pradesh'],
  ['605001', 'Puducherry', 'Puducherry', '34', 'Puducherry'],
  ['194101', 'Leh', 'Leh', '38', 'Ladakh'],
  // Shared with a village of Punjab.
  ['160014', 'Chandigarh', 'Chandigarh', '04', 'Chandigarh'],
])('%s is in %s', (pincode, city, district, stateCode, state) => {
  expect(findPinPlace(pincode)).toEqual({ city, district, state, stateCode });
});

test.each(['903056', '914001', '994001'])('%s is a post office of the army', (pincode) => {
  expect(findPinPlace(pincode)).toEqual({ city: '', district: '', state: '', stateCode: '', army: true });
});

test.each(['999999', '000000', '012345', '50009', '5000921', 'abcdef', '500 92', '', '110200'])(
  '%j does not exist',
  (pincode) => {
    expect(findPinPlace(pincode)).toBeUndefined();
  },
);

test('the table has all codes, each with a city, a district and one of 36 states', () => {
  const places = Array.from({ length: 800_000 }, (_, index) => findPinPlace(String(100_000 + index))).filter(
    (place) => place !== undefined,
  );
  expect(places).toHaveLength(19_238);
  expect(places.filter(({ city, district }) => !/^\p{Lu}/u.test(city) || !district)).toEqual([]);
  expect(new Set(places.map(({ state }) => state)).size).toBe(36);
  expect(new Set(places.map(({ stateCode }) => stateCode)).size).toBe(36);
});
