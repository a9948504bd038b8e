/** A workload and its result. */

interface Common {
  /** Names the workload in results. */
  id: string;
  /** For people. */
  title: string;
  /** Whether the system does some work before. */
  warmUp: boolean;
}

export type WorkloadParams = Common &
  (
    | { kind: 'latency'; runs: number }
    | { kind: 'sequence'; steps: number; runs: number }
    | { kind: 'fanOut'; steps: number; runs: number }
    | { kind: 'throughput'; runs: number; inFlight: number }
    | { kind: 'endurance'; runs: number; inFlight: number }
    | { kind: 'nap'; runs: number }
    | { kind: 'hook'; runs: number }
    | { kind: 'webhook'; runs: number }
    | { kind: 'stream'; chunks: number; runs: number }
    | { kind: 'waiting'; runs: number }
    | { kind: 'recordForReplay'; steps: number; runs: number }
    | { kind: 'replay'; steps: number; runs: number }
  );

type Kind = WorkloadParams['kind'];
export type ParamsOf<K extends Kind> = Extract<WorkloadParams, { kind: K }>;

/** Measured numbers by name; the unit is the end of the name. */
export type Figures = Record<string, number>;

/** The unit of work that processor time is divided by. */
export type Unit = 'run' | 'step' | 'chunk';

export interface Measured {
  result: true;
  figures: Figures;
  /** How much was done. */
  done: Partial<Record<Unit, number>>;
}

export type WorkloadOutcome =
  | Measured
  /** The limit came first. `null`: the process was too busy to tell. */
  | { result: false; stepsBegun: number | null };
