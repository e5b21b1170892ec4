import { Navigate, Route, Routes } from '@rangavalli/web-kit/federation/router';
import { DashboardPage } from './dashboard/DashboardPage.js';
import { AdminLayout } from './layout/AdminLayout.js';
import { lazyRoute } from './lazy-route.js';
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
        {lazyRoute('search', 'search', async () => (await import('./search/SearchPage.js')).SearchPage)}
        <Route path="orders" element={<OrdersPage />} />
        <Route path="orders/:id" element={<OrderDetailPage />} />
        {lazyRoute('dispatch', 'dispatch', async () => (await import('./dispatch/DispatchPage.js')).DispatchPage)}
        {lazyRoute(
          'phone-orders/new',
          'phoneOrder',
          async () => (await import('./phone-orders/PhoneOrderPage.js')).PhoneOrderPage,
        )}
        {lazyRoute('holds', 'holds', async () => (await import('./holds/HoldsPage.js')).HoldsPage)}
        {lazyRoute('delivery', 'delivery', async () => (await import('./delivery/DeliveryPage.js')).DeliveryPage)}
        {lazyRoute('offers', 'offers', async () => (await import('./offers/OffersPage.js')).OffersPage)}
        {lazyRoute(
          'customers/groups',
          'customerGroups',
          async () => (await import('./customer-groups/GroupsPage.js')).GroupsPage,
        )}
        {lazyRoute('customers', 'customers', async () => (await import('./customers/customer-pages.js')).CustomersPage)}
        {lazyRoute(
          'customers/:id',
          'customer',
          async () => (await import('./customers/customer-pages.js')).CustomerDetailPage,
        )}
        {lazyRoute('payments', 'payments', async () => (await import('./payments/payment-pages.js')).PaymentsPage)}
        {lazyRoute(
          'payments/:orderId',
          'payment',
          async () => (await import('./payments/payment-pages.js')).PaymentDetailPage,
        )}
        {lazyRoute('cash', 'cash', async () => (await import('./cash/CashPage.js')).CashPage)}
        {lazyRoute('reviews', 'reviews', async () => (await import('./reviews/ReviewsPage.js')).ReviewsPage)}
        {lazyRoute('questions', 'questions', async () => (await import('./questions/QuestionsPage.js')).QuestionsPage)}
        {lazyRoute('returns', 'returns', async () => (await import('./returns/ReturnsPage.js')).ReturnsPage)}
        {lazyRoute(
          'complaints',
          'complaints',
          async () => (await import('./complaints/ComplaintsPage.js')).ComplaintsPage,
        )}
        {lazyRoute(
          'notifications',
          'notifications',
          async () => (await import('./notifications/NotificationsPage.js')).NotificationsPage,
        )}
        {lazyRoute('gift-cards', 'giftCards', async () => (await import('./credit/GiftCardsPage.js')).GiftCardsPage)}
        {lazyRoute('invoices', 'invoices', async () => (await import('./invoices/InvoicesPage.js')).InvoicesPage)}
        {lazyRoute('shop', 'shop', async () => (await import('./shop/ShopPage.js')).ShopPage)}
        {lazyRoute('staff', 'staff', async () => (await import('./staff/StaffPage.js')).StaffPage)}
        {lazyRoute('audit', 'audit', async () => (await import('./audit/AuditPage.js')).AuditPage)}
        {lazyRoute('system', 'system', async () => (await import('./system/SystemPage.js')).SystemPage)}
        <Route path="*" element={<Navigate to="/admin/dashboard" replace />} />
      </Route>
    </Routes>
  );
}
