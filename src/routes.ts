import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { paths } from './pages/paths.ts';

const placeholder = (path: string, id: string) => route(path, 'pages/placeholder.tsx', { id });

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
  placeholder(paths.about, 'about'),
  placeholder(paths.contact, 'contact'),
  route(paths.comingSoon, 'pages/coming-soon.tsx'),
  route(paths.explore, 'pages/cars/explore.tsx'),
  placeholder(paths.sell, 'sell'),
  route(paths.buyCar, 'pages/cars/buy-car.tsx'),
  route(paths.rentCar, 'pages/cars/rent-car.tsx'),
  placeholder(paths.payment, 'payment'),
  placeholder(paths.blogs, 'blogs'),
  placeholder(paths.blogPost, 'blog-post'),
  placeholder(paths.adminLogin, 'admin-login'),
  placeholder(paths.adminDashboard, 'admin-dashboard'),
  placeholder(paths.carManagement, 'car-management'),
  placeholder(paths.bookingManagement, 'booking-management'),
  placeholder(paths.paymentManagement, 'payment-management'),
  placeholder(paths.userManagement, 'user-management'),
  placeholder(paths.reportDesign, 'report-design'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
