import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { FEED, paths } from './pages/paths.ts';

const placeholder = (path: string, id: string) => route(path, 'pages/placeholder.tsx', { id });
const landing = (path: string) => route(path, 'pages/cars/landing.tsx', { id: path });

export default [
  index('pages/home.tsx'),
  route(paths.login, 'pages/account/login.tsx'),
  route(paths.signup, 'pages/account/signup.tsx'),
  route(paths.forgotPassword, 'pages/account/forgot-password.tsx'),
  route(paths.resetPassword, 'pages/account/reset-password.tsx'),
  route(paths.confirmEmail, 'pages/account/confirm-email.tsx'),
  route(paths.dashboard, 'pages/account/dashboard.tsx'),
  route(paths.changePassword, 'pages/account/change-password.tsx'),
  route(paths.profile, 'pages/account/profile.tsx'),
  route(paths.about, 'pages/content/about.tsx'),
  route(paths.contact, 'pages/content/contact.tsx'),
  route(paths.confirmNewsletter, 'pages/content/confirm-newsletter.tsx'),
  route(paths.unsubscribe, 'pages/content/unsubscribe.tsx'),
  route(paths.comingSoon, 'pages/coming-soon.tsx'),
  route(paths.explore, 'pages/cars/explore.tsx'),
  route(paths.offline, 'pages/offline.tsx'),
  route(paths.sell, 'pages/cars/sell-car.tsx'),
  route(paths.buyCar, 'pages/cars/buy-car.tsx'),
  route(paths.rentCar, 'pages/cars/rent-car.tsx'),
  landing(paths.usedCars),
  landing(paths.usedCarsOfType),
  landing(paths.usedCarsOfMake),
  landing(paths.usedCarsOfModel),
  landing(paths.rentCars),
  landing(paths.rentCarsOfType),
  landing(paths.rentCarsOfMake),
  landing(paths.rentCarsOfModel),
  placeholder(paths.payment, 'payment'),
  route(paths.blogs, 'pages/content/blogs.tsx'),
  route(paths.blogPost, 'pages/content/blog-post.tsx'),
  route(FEED, 'pages/content/feed.ts'),
  route(paths.adminLogin, 'pages/admin/admin-login.tsx'),
  layout('pages/layouts/admin-layout.tsx', [
    layout('pages/layouts/admin-screen.tsx', [
      placeholder(paths.adminDashboard, 'admin-dashboard'),
      placeholder(paths.carManagement, 'car-management'),
      placeholder(paths.bookingManagement, 'booking-management'),
      placeholder(paths.paymentManagement, 'payment-management'),
      route(paths.userManagement, 'pages/admin/user-management.tsx'),
      placeholder(paths.reportDesign, 'report-design'),
      route(paths.adminMessages, 'pages/admin/messages.tsx'),
      route(paths.auditLog, 'pages/admin/audit-log.tsx'),
      placeholder(paths.adminSecurity, 'admin-security'),
    ]),
  ]),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
