import MarkdownIt from 'markdown-it';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return new MarkdownIt({ linkify: true, typographer: true }).render(
    await echo('# Title\n\n"see" https://a.example -- *now*\n\n1. one\n'),
  );
}
