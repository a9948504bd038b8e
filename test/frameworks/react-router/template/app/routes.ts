import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('app/*', 'routes/app.ts'),
  route('runs/:id/stream', 'routes/stream.ts'),
] satisfies RouteConfig;
