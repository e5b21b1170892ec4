export const messages = {
  loadingPage: 'Loading this page',
  pageFailed: 'This page could not be loaded.',
  navigation: 'My account',
  dashboard: 'Dashboard',
  orders: 'Orders',
  wishlist: 'Wishlist',
  address: 'Address',
  profile: 'Profile',
  home: 'Go to Home',
  logout: 'Logout',
};
