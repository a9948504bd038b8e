import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); import { openai, smoothStream } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const transforms = [smoothStream(1), smoothStream(2)];
const experimental_download = async () => `downloads with ${smoothStream(3)()}`;

export async function answer() { return calledDirectly("workflow//./input//answer"); }
