import { camelCase, constantCase, kebabCase, pascalCase, sentenceCase } from 'change-case';
import camelcase from 'camelcase';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const text = await echo('hello big_world');
  return [
    camelCase(text),
    pascalCase(text),
    kebabCase(text),
    constantCase(text),
    sentenceCase(text),
    camelcase('foo-bar'),
  ];
}
