import type { NextConfig } from 'next';
import { withWorkflow } from 'workflow/next';

const nextConfig: NextConfig = {
  basePath: '/v2',
  output: 'standalone',
  pageExtensions: ['ts', 'tsx'],
  trailingSlash: true,
  skipTrailingSlashRedirect: true,
};

export default withWorkflow(nextConfig, { dirs: ['src/workflows'] });
