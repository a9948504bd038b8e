/** The application's own routes, as a function that any framework can mount. */
import { next } from 'counters';
import { getRun, resumeHook, type Run, start, toStreamResponse, type WorkflowReference } from 'workflow/api';
import { chat } from './chat.ts';
import { discount } from './elsewhere/prices.ts';
import { Refusal } from './refusal.ts';
import { caller, key, left, turnstile } from './turnstile.ts';
import { askForApproval } from './workflows/approval.ts';
import { receiveCalls } from './workflows/calls.ts';
import { checkOut } from './workflows/checkout.ts';
import { greet } from './workflows/greeting.ts';
import { failInStep, failInWorkflow } from './workflows/failing.ts';
import { Money, payTwice } from './workflows/money.ts';
import { countTo } from './workflows/numbers.ts';
import { Delay, refuseByClass } from './workflows/refusing.ts';
import { countCall, share } from './workflows/sharing.ts';
import { standBy } from './workflows/stand-by.ts';
import { travel } from './workflows/travel.ts';

type Startable = WorkflowReference | ((...args: unknown[]) => Promise<unknown>);

const WORKFLOWS: Record<string, unknown> = {
  askForApproval,
  checkOut,
  countTo,
  discount,
  failInStep,
  failInWorkflow,
  greet,
  receiveCalls,
  standBy,
  travel,
};

/**
 * Below `/app`: `POST /start/<workflow>`, or `/start?id=<workflow id>`, with the arguments as JSON; `GET /runs/<id>/{status,result,failure,stream}`
 * and `POST /runs/<id>/cancel`; `POST /hooks/<token>` with the payload as JSON; `/classes`, which
 * passes instances to workflows and back; `/errors`, which catches those of runs; `/shared`, which compares the modules
 * of a route with those of a step; `/chat` and what is below it.
 */
export async function handleRequest(request: Request): Promise<Response> {
  const stream = await answerStream(request);
  if (stream) return stream;
  const { pathname } = new URL(request.url);
  // The application may be mounted below a path.
  const [, , area, name = '', part] = pathname.slice(pathname.indexOf('/app/')).split('/');
  if (area === 'start') return await startRun(name, request);
  if (area === 'runs') return await showRun(name, part);
  if (area === 'classes') return Response.json(await passInstances());
  if (area === 'shared') return Response.json(await compareModules());
  if (area === 'errors') return Response.json(await catchErrors());
  if (area === 'chat') return await chat(request);
  if (area === 'hooks') return Response.json(await resumeHook(name, await request.json()));
  return new Response(null, { status: 404 });
}

/** The instances that come back, read by the classes that the application has. */
async function passInstances(): Promise<number[]> {
  const { pack, Weight } = await import('./workflows/weight.ts');
  const paid = await start(payTwice, [new Money(21)]);
  const packed = await start(pack, [new Weight(41)]);
  return [Money.centsOf(await paid.returnValue), Weight.gramsOf(await packed.returnValue)];
}

/** Uses the modules that a step uses too, before and after it. */
async function compareModules(): Promise<unknown> {
  const visit = () => ({ calls: countCall(), visits: turnstile.pass(), inPackage: next() });
  const route = visit();
  left.set('by the route', 'a note');
  Object.assign(globalThis, { leftByRoute: { key, turnstile, storage: caller } });
  const step = await (await start(share, [])).returnValue;
  return { route, step, after: visit() };
}

/** The errors of failed runs, told apart by the classes that the application has. */
async function catchErrors(): Promise<unknown[]> {
  const runs = [await start(refuseByClass, ['refusal']), await start(refuseByClass, ['delay'])];
  const errors = await Promise.all(runs.map((run) => run.returnValue.catch((error: Error) => error.cause)));
  return errors.map((error) => (error instanceof Refusal ? error.by : error instanceof Delay && 'delay'));
}

/** `null`: the request is for another route. */
async function answerStream(request: Request): Promise<Response | null> {
  const [, id] = /^\/runs\/([^/]+)\/stream$/.exec(new URL(request.url).pathname) ?? [];
  return id ? await toStreamResponse(id, request) : null;
}

async function startRun(name: string, request: Request): Promise<Response> {
  const workflow = WORKFLOWS[name] ??
    idsOfOthers()[name] ?? { workflowId: new URL(request.url).searchParams.get('id') };
  const { runId } = await start(workflow as Startable, (await request.json()) as unknown[]);
  return Response.json({ runId });
}

/** Workflows that the application cannot import, because their steps cannot be loaded. */
function idsOfOthers(): Record<string, WorkflowReference> {
  const { workflowId } = greet as unknown as WorkflowReference;
  const beside = (id: string): WorkflowReference => ({ workflowId: workflowId.replace('greeting//greet', id) });
  return { showImage: beside('images//showImage'), showRate: beside('rates//showRate') };
}

async function showRun(runId: string, part: string | undefined): Promise<Response> {
  const run = getRun(runId);
  if (part === 'status') return Response.json(await run.status);
  if (part === 'cancel') return Response.json((await run.cancel()) ?? null);
  if (part === 'result') return await showResult(run);
  if (part === 'failure') return Response.json(await run.returnValue.then(() => null, showError));
  const lines = run.getReadable<string>().pipeThrough(
    new TransformStream<string, string>({
      transform: (chunk, controller) => controller.enqueue(`${chunk}\n`),
    }),
  );
  return new Response(lines.pipeThrough(new TextEncoderStream()));
}

/** 202: the server ends before the run does, so ask again. */
async function showResult(run: Run): Promise<Response> {
  try {
    return Response.json((await run.returnValue) ?? null);
  } catch (error) {
    if ((error as { code?: string }).code !== 'runtime_closed') throw error;
    return new Response(null, { status: 202 });
  }
}

/** What made a run fail is the cause of the error. */
function showError({ cause }: Error): { message: string; stack: string | undefined } {
  const { message, stack } = cause as Error;
  return { message, stack };
}
