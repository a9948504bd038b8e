import i18next from 'i18next';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: 'de',
    fallbackLng: 'en',
    resources: {
      en: { translation: { item_one: '{{count}} item', item_other: '{{count}} items', hi: 'Hi {{name}}' } },
      de: { translation: { item_one: '{{count}} Ding', item_other: '{{count}} Dinge' } },
    },
  });
  return [i18n.t('item', { count: await echo(2) }), i18n.t('hi', { name: 'Ann' }), i18n.t('missing', 'default')];
}
