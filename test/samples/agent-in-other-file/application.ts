import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); import { createAgent, support } from './agents';

export async function answer() { return calledDirectly("workflow//./input//answer"); }
