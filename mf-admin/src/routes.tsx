import { Navigate, Route, Routes } from '@rangavalli/web-kit/federation/router';
import { DashboardPage } from './dashboard/DashboardPage.js';
import { AdminLayout } from './layout/AdminLayout.js';
import { LazyPage } from './layout/LazyPage.js';
import { OrderDetailPage } from './orders/OrderDetailPage.js';
import { OrdersPage } from './orders/OrdersPage.js';
import { ProductFormPage } from './product-form/ProductFormPage.js';
import { ProductsPage } from './products/ProductsPage.js';

/** Every screen of the admin area, at its absolute path. */
export default function AdminRoutes() {
  return (
    <Routes>
      <Route path="/admin" element={<AdminLayout />}>
        <Route index element={<Navigate to="/admin/dashboard" replace />} />
        <Route path="dashboard" element={<DashboardPage />} />
        <Route path="products" element={<ProductsPage />} />
        <Route path="products/add" element={<ProductFormPage />} />
        <Route path="products/edit/:id" element={<ProductFormPage />} />
        <Route
          path="search"
          element={<LazyPage name="search" load={async () => (await import('./search/SearchPage.js')).SearchPage} />}
        />
        <Route path="orders" element={<OrdersPage />} />
        <Route path="orders/:id" element={<OrderDetailPage />} />
        <Route
          path="dispatch"
          element={
            <LazyPage name="dispatch" load={async () => (await import('./dispatch/DispatchPage.js')).DispatchPage} />
          }
        />
        <Route
          path="phone-orders/new"
          element={
            <LazyPage
              name="phoneOrder"
              load={async () => (await import('./phone-orders/PhoneOrderPage.js')).PhoneOrderPage}
            />
          }
        />
        <Route
          path="holds"
          element={<LazyPage name="holds" load={async () => (await import('./holds/HoldsPage.js')).HoldsPage} />}
        />
        <Route
          path="delivery"
          element={
            <LazyPage name="delivery" load={async () => (await import('./delivery/DeliveryPage.js')).DeliveryPage} />
          }
        />
        <Route
          path="offers"
          element={<LazyPage name="offers" load={async () => (await import('./offers/OffersPage.js')).OffersPage} />}
        />
        <Route
          path="customers/groups"
          element={
            <LazyPage
              name="customerGroups"
              load={async () => (await import('./customer-groups/GroupsPage.js')).GroupsPage}
            />
          }
        />
        <Route
          path="customers"
          element={
            <LazyPage
              name="customers"
              load={async () => (await import('./customers/customer-pages.js')).CustomersPage}
            />
          }
        />
        <Route
          path="customers/:id"
          element={
            <LazyPage
              name="customer"
              load={async () => (await import('./customers/customer-pages.js')).CustomerDetailPage}
            />
          }
        />
        <Route
          path="payments"
          element={
            <LazyPage name="payments" load={async () => (await import('./payments/payment-pages.js')).PaymentsPage} />
          }
        />
        <Route
          path="payments/:orderId"
          element={
            <LazyPage
              name="payment"
              load={async () => (await import('./payments/payment-pages.js')).PaymentDetailPage}
            />
          }
        />
        <Route
          path="cash"
          element={<LazyPage name="cash" load={async () => (await import('./cash/CashPage.js')).CashPage} />}
        />
        <Route
          path="reviews"
          element={
            <LazyPage name="reviews" load={async () => (await import('./reviews/ReviewsPage.js')).ReviewsPage} />
          }
        />
        <Route
          path="questions"
          element={
            <LazyPage
              name="questions"
              load={async () => (await import('./questions/QuestionsPage.js')).QuestionsPage}
            />
          }
        />
        <Route
          path="returns"
          element={
            <LazyPage name="returns" load={async () => (await import('./returns/ReturnsPage.js')).ReturnsPage} />
          }
        />
        <Route
          path="complaints"
          element={
            <LazyPage
              name="complaints"
              load={async () => (await import('./complaints/ComplaintsPage.js')).ComplaintsPage}
            />
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
          path="gift-cards"
          element={
            <LazyPage name="giftCards" load={async () => (await import('./credit/GiftCardsPage.js')).GiftCardsPage} />
          }
        />
        <Route
          path="invoices"
          element={
            <LazyPage name="invoices" load={async () => (await import('./invoices/InvoicesPage.js')).InvoicesPage} />
          }
        />
        <Route
          path="shop"
          element={<LazyPage name="shop" load={async () => (await import('./shop/ShopPage.js')).ShopPage} />}
        />
        <Route
          path="staff"
          element={<LazyPage name="staff" load={async () => (await import('./staff/StaffPage.js')).StaffPage} />}
        />
        <Route
          path="audit"
          element={<LazyPage name="audit" load={async () => (await import('./audit/AuditPage.js')).AuditPage} />}
        />
        <Route
          path="system"
          element={<LazyPage name="system" load={async () => (await import('./system/SystemPage.js')).SystemPage} />}
        />
        <Route path="*" element={<Navigate to="/admin/dashboard" replace />} />
      </Route>
    </Routes>
  );
}
