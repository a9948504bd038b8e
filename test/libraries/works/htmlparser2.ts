import { parseDocument, Parser } from 'htmlparser2';
import { selectAll } from 'css-select';
import { getElementsByTagName, textContent } from 'domutils';
import render from 'dom-serializer';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const document = parseDocument(await echo('<ul><li>one &amp; 1</li><li class=x>two</li></ul>'));
  const names: string[] = [];
  new Parser({ onopentagname: (name) => void names.push(name) }).end('<a><b/></a>');
  return [
    getElementsByTagName('li', document).map((one) => textContent(one)),
    names,
    selectAll('.x', document).length,
    render(document),
  ];
}
