export const messages = {
  navigation: 'My account',
  dashboard: 'Dashboard',
  orders: 'Orders',
  wishlist: 'Wishlist',
  address: 'Address',
  profile: 'Profile',
  home: 'Go to Home',
  logout: 'Logout',
};
