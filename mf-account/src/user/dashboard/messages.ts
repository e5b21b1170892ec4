export const messages = {
  greeting: (name: string) => `Hello, ${name}`,
  dashboard: 'Dashboard',
  loadFailed: 'Failed to load user data.',
  recentOrders: 'Recent orders',
  name: 'Name',
  email: 'Email',
  joined: 'Joined',
  myOrders: 'My Orders',
  myAddresses: 'My Addresses',
  myProfile: 'My Profile',
  noOrders: 'No orders found.',
  browse: 'Browse Products',
};
