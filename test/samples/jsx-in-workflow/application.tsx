import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//page", page); import React from 'react';
import * as Icons from './icons';
import { Card } from './card';
import { unused } from './unused';

export async function page() { return calledDirectly("workflow//./input//page"); }

export const step = registerStep("step//./input//step", { step: async <T,>(value: T) => {
  
  return unused(<b>{String(value)}</b>);
} }.step);
