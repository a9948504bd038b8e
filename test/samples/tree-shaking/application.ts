import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerStep("step//./input//load", load); import 'dotenv/config';
import './styles.css';
import { readFileSync, type Stats } from 'node:fs';
import path, { join } from 'node:path';
import * as crypto from 'node:crypto';
import { EventEmitter } from 'node:events';
import { used, unused as renamed } from './lib';
import def, * as all from './lib';
import type { Only } from './types';

const config = JSON.parse(readFileSync('package.json', 'utf8'));
class Bus extends EventEmitter { static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.application-errors")] ??= new Map()).set("class//./input//Bus", cls), cls))(Bus); }
const bus = new Bus();
bus.on('x', () => crypto.randomUUID());
process.on('exit', () => bus.emit('x'));
enum Level { Low, High }
enum Unused { A }
namespace Space { export const file = join('a', 'b'); }

const limit = used(), file = path.resolve('x'), other = all.x, last = renamed;
const registry = new Map<string, number>();
registry.set('limit', limit);
Object.assign(load, { maxRetries: 3 });
load.timeout = 5;
if (config.debug) console.log(load);

export async function flow() { return calledDirectly("workflow//./input//flow"); }

async function load() {
  
  return [typeof config, typeof bus, typeof file, last, Unused.A, Space.file, def];
}
