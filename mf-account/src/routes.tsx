import { Navigate, Route, Routes } from '@rangavalli/web-kit/federation/router';
import { LoginPage } from './access/LoginPage.js';
import { ForgotPasswordPage } from './access/ForgotPasswordPage.js';
import { ResetPasswordPage } from './access/ResetPasswordPage.js';
import { RegisterPage } from './access/RegisterPage.js';
import { AddressesPage } from './user/addresses/AddressesPage.js';
import { DashboardPage } from './user/dashboard/DashboardPage.js';
import { OrderPage } from './user/orders/OrderPage.js';
import { OrdersPage } from './user/orders/OrdersPage.js';
import { ProfilePage } from './user/profile/ProfilePage.js';
import { UserLayout } from './user/UserLayout.js';
import { WishlistPage } from './user/wishlist/WishlistPage.js';

export default function AccountRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/user" element={<UserLayout />}>
        <Route index element={<Navigate to="/user/dashboard" replace />} />
        <Route path="dashboard" element={<DashboardPage />} />
        <Route path="orders" element={<OrdersPage />} />
        <Route path="orders/:orderId" element={<OrderPage />} />
        <Route path="wishlist" element={<WishlistPage />} />
        <Route path="address" element={<AddressesPage />} />
        <Route path="profile" element={<ProfilePage />} />
        <Route path="*" element={<Navigate to="/user/dashboard" replace />} />
      </Route>
    </Routes>
  );
}
