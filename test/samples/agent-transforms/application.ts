import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/agent/model", closure); registerClosure("step//./input//answer/agent/experimental_transform", closure$1); registerClosure("step//./input//answer/agent/experimental_download", closure$2); registerClosure("step//./input//answer/experimental_transform", closure$3); registerClosure("step//./input//answer/experimental_transform~2", closure$4); registerClosure("step//./input//answer/experimental_transform~3", closure$5); registerClosure("step//./input//answer/experimental_download", closure$6); registerClosure("step//./input//answer/experimental_transform~4", closure$7); registerClosure("step//./input//answer/experimental_download~2", closure$8); registerClosure("step//./input//answer/experimental_transform~5", closure$9); registerClosure("step//./input//answer/experimental_transform~6", closure$10); import { openai, smoothStream } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const transforms = [smoothStream(1), smoothStream(2)];
const experimental_download = async () => `downloads with ${smoothStream(3)()}`;

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure() { return () => (openai('gpt-5')); }

function closure$1({ delay }) { return () => (smoothStream(delay)); }

function closure$2() { return () => (async () => smoothStream()()); }

function closure$3() { return () => (smoothStream(4)); }

function closure$4({ delay }) { const own = () => smoothStream(delay)(); return () => ([smoothStream(5), smoothStream(delay), own]); }

function closure$5() { return () => (transforms); }

function closure$6() { return () => (experimental_download); }

function closure$7({ delay }) { return () => (() => smoothStream(delay)()); }

function closure$8() { return () => ({ experimental_download() {
        return smoothStream(7)();
      } }).experimental_download; }

function closure$9({ delay }) { const own = () => smoothStream(delay)(); return () => (own); }

function closure$10() { return () => (smoothStream(8)); }
