import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const text = await echo('<a b="1"><c>2</c><c>x &amp; y</c></a>');
  return [
    new XMLParser({ ignoreAttributes: false }).parse(text),
    new XMLBuilder({ format: true }).build({ a: { b: [1, 2] } }),
    XMLValidator.validate('<a>'),
  ];
}
