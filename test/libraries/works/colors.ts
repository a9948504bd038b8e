import chroma from 'chroma-js';
import Color from 'color';
import tinycolor from 'tinycolor2';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    tinycolor(await echo('#f09'))
      .darken(10)
      .toRgbString(),
    chroma.scale(['yellow', '008ae5']).mode('lch').colors(3),
    Color('rgb(255, 0, 0)').lighten(0.2).hsl().string(),
  ];
}
