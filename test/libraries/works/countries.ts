import iso from 'i18n-iso-countries';
import { getName } from 'country-list';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [iso.alpha3ToAlpha2(await echo('DEU')) ?? null, getName('DE') ?? null];
}
