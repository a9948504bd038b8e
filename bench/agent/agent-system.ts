/** The interface of a system that runs agents. Each file of `systems/` implements it once. */

/** The workflows of `workflows/talk.ts`. */
export type TalkKind = 'tools' | 'answers';

export interface AgentSystem {
  /** Has a talk of so many calls of the model. */
  talk(kind: TalkKind, prompt: string, rounds: number): Promise<void>;
  /** Bytes of what it keeps; left out where it keeps nothing. */
  storedBytes?(): number;
  close(): Promise<void>;
}

/** Opens the system in an empty directory. The model is where `MODEL_URL` says. */
export type OpenAgentSystem = (dir: string) => Promise<AgentSystem>;

export const AGENT_SYSTEM_NAMES = ['bare', 'ours', 'vercel'] as const;
export type AgentSystemName = (typeof AGENT_SYSTEM_NAMES)[number];

/** Of several talks. The best one tells more where others use the machine, too. */
export interface TalkTimes {
  median: number;
  best: number;
}

/** The measurements of one system. */
export interface AgentFigures {
  /** Milliseconds for each call of the model, with all that belongs to it. */
  roundMs: Record<TalkKind, TalkTimes>;
  /** Of a talk with tools over a long prompt. */
  storedBytes: number | null;
}

export interface TalkPlan {
  rounds: number;
  /** Talks of each kind that are measured. */
  talks: number;
  /** Talks before these, so that code is compiled and connections are open. */
  warmUpTalks: number;
  /** Of the talks whose storage is measured. */
  promptBytes: number;
  storedTalks: number;
}
