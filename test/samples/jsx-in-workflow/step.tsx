import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//page", page); import React from 'react';
import * as Icons from './icons';
import { Card } from './card';
import { unused } from './unused';

export async function page() { return calledDirectly("workflow//./input//page"); }

export const step = step$1("step//./input//step", { step: async <T,>(value: T) => {
  
  return unused(<b>{String(value)}</b>);
} }.step);
