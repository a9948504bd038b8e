import { jwtDecode } from 'jwt-decode';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return jwtDecode(await echo('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMiLCJuYW1lIjoiSm9obiJ9.x'));
}
