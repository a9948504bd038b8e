import React from 'react';
import * as Icons from './icons';
import { Card } from './card';
import { unused } from './unused';

export async function page(name: string) {
  'use workflow';
  return (
    <>
      <Card title={name} {...Icons}>
        <Icons.Star />
      </Card>
    </>
  );
}

export const step = async <T,>(value: T) => {
  'use step';
  return unused(<b>{String(value)}</b>);
};
