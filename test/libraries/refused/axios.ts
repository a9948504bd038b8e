import axios from 'axios';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return (await axios.get('https://a.example')).data;
}
