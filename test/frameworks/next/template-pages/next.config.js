const { withWorkflow } = require('workflow/next');

module.exports = withWorkflow(() => ({
  i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
  trailingSlash: true,
  typescript: { ignoreBuildErrors: true },
}));
