import { Navigate, Route, Routes } from '@rangavalli/web-kit/federation/router';
import { ConfirmEmailPage } from './access/ConfirmEmailPage.js';
import { ForgotPasswordPage } from './access/ForgotPasswordPage.js';
import { LoginPage } from './access/LoginPage.js';
import { RegisterPage } from './access/RegisterPage.js';
import { ResetPasswordPage } from './access/ResetPasswordPage.js';
import { UndoEmailChangePage } from './access/UndoEmailChangePage.js';
import { AddressesPage } from './user/addresses/AddressesPage.js';
import { DashboardPage } from './user/dashboard/DashboardPage.js';
import { OrderPage } from './user/orders/OrderPage.js';
import { OrdersPage } from './user/orders/OrdersPage.js';
import { ProfilePage } from './user/profile/ProfilePage.js';
import { LazyPage } from './user/LazyPage.js';
import { UserLayout } from './user/UserLayout.js';
import { WishlistPage } from './user/wishlist/WishlistPage.js';

export default function AccountRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/confirm-email" element={<ConfirmEmailPage />} />
      <Route path="/undo-email-change" element={<UndoEmailChangePage />} />
      <Route
        path="/accept-invitation"
        element={
          <LazyPage
            name="invitation"
            load={async () => (await import('./access/AcceptInvitationPage.js')).AcceptInvitationPage}
          />
        }
      />
      <Route
        path="/complaint"
        element={
          <LazyPage
            name="complaint"
            load={async () => (await import('./complaint/complaint-pages.js')).ComplaintPage}
          />
        }
      />
      <Route
        path="/complaint/:number"
        element={
          <LazyPage
            name="complaintStatus"
            load={async () => (await import('./complaint/complaint-pages.js')).ComplaintStatusPage}
          />
        }
      />
      <Route
        path="/track/:token"
        element={<LazyPage name="track" load={async () => (await import('./track/track-parts.js')).TrackPage} />}
      />
      <Route path="/user" element={<UserLayout />}>
        <Route index element={<Navigate to="/user/dashboard" replace />} />
        <Route path="dashboard" element={<DashboardPage />} />
        <Route path="orders" element={<OrdersPage />} />
        <Route path="orders/:orderId" element={<OrderPage />} />
        <Route path="wishlist" element={<WishlistPage />} />
        <Route path="address" element={<AddressesPage />} />
        <Route path="profile" element={<ProfilePage />} />
        <Route
          path="credit"
          element={
            <LazyPage name="credit" load={async () => (await import('./user/credit/CreditPage.js')).CreditPage} />
          }
        />
        <Route
          path="notifications"
          element={
            <LazyPage
              name="notifications"
              load={async () => (await import('./notifications/NotificationsPage.js')).NotificationsPage}
            />
          }
        />
        <Route
          path="security"
          element={
            <LazyPage
              name="security"
              load={async () => (await import('./user/security/SecurityPage.js')).SecurityPage}
            />
          }
        />
        <Route
          path="privacy"
          element={
            <LazyPage name="privacy" load={async () => (await import('./user/privacy/PrivacyPage.js')).PrivacyPage} />
          }
        />
        <Route path="*" element={<Navigate to="/user/dashboard" replace />} />
      </Route>
    </Routes>
  );
}
