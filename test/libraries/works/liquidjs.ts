import { Liquid } from 'liquidjs';
import { echo } from '../echo.ts';

const engine = new Liquid();
engine.registerFilter('shout', (text: string) => text.toUpperCase());

export async function program() {
  'use workflow';
  const template = await echo(
    '{% for one in list %}{{ one | capitalize | shout }}{% unless forloop.last %}, {% endunless %}{% endfor %} {{ on | date: "%Y" }}',
  );
  return [
    await engine.parseAndRender(template, { list: ['a', 'b'], on: new Date(0) }),
    engine.parseAndRenderSync('{{ 3 | plus: 4 }}'),
  ];
}
