/** How a process fares over the hours: what it holds, and how late its event loop is. */
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MemoryBudget } from '../../runtime/world/memory-budget.ts';

export interface VitalSigns {
  /** Reachable memory: heap and buffers after a collection. */
  reachableMb: number;
  rssMb: number;
  /** Counted by the budget of memory: now, and the most since the last look. */
  budgetKb: number;
  budgetMostKb: number;
  /** Open files, sockets and pipes; 0 where the system does not tell. */
  descriptors: number;
  /** Of the event loop since the last look. */
  delayP99Ms: number;
  delayMaxMs: number;
}

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;
const NANOSECONDS = 1_000_000;

/** Begins to measure in this process, which needs `--expose-gc`. Returns how to look. */
export function watchVitalSigns(budget: MemoryBudget): () => VitalSigns {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    const late = { delayP99Ms: delay.percentile(99) / NANOSECONDS, delayMaxMs: delay.max / NANOSECONDS };
    (globalThis.gc as () => void)();
    const { heapUsed, external, rss } = process.memoryUsage();
    delay.reset();
    return {
      reachableMb: (heapUsed + external) / MEGABYTE,
      rssMb: rss / MEGABYTE,
      budgetKb: budget.heldBytes / KILOBYTE,
      budgetMostKb: budget.takeMostBytes() / KILOBYTE,
      descriptors: countDescriptors(),
      ...late,
    };
  };
}

function countDescriptors(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}
