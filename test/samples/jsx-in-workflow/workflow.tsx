import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//page", page); import React from 'react';
import * as Icons from './icons';
import { Card } from './card';
import './unused';

export async function page(name: string) {
  
  return (
    <>
      <Card title={name} {...Icons}>
        <Icons.Star />
      </Card>
    </>
  );
}

export const step = /* @__PURE__ */ stepProxy("step//./input//step", undefined, undefined, undefined, 1);
