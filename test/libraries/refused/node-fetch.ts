import fetch from 'node-fetch';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return (await fetch('https://a.example')).status;
}
