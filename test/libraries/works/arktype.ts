import { type } from 'arktype';
import { echo } from '../echo.ts';

const User = type({ name: 'string > 1', 'age?': 'number.integer >= 0', device: "'phone' | 'desk'" });

export async function program() {
  'use workflow';
  const bad = User(await echo({ name: 'a', device: 'x' }));
  return [User({ name: 'ann', device: 'phone' }), bad instanceof type.errors && bad.summary];
}
