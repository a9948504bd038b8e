import xss from 'xss';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return xss(await echo('<a href="javascript:x" title="t">x</a><script>alert(1)</script>'));
}
